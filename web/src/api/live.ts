/** One socket to a table that comes back by itself; everything it says goes to one function. */
import type { Told } from './types';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;
const SILENCE = 45_000;

export type Link = 'opening' | 'open' | 'lost';

export interface Live {
  close(): void;
}

/** How long to wait before the next try, with some scatter so that not all come back at once. */
export function pause(tries: number, scatter: number = Math.random()): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.75 + scatter / 2);
}

export function live(
  table: string,
  since: () => number | null,
  onmessage: (message: Told) => void,
  onlink: (link: Link) => void,
): Live {
  let socket: WebSocket | null = null;
  let tries = 0;
  let closed = false;
  let timer = 0;
  let heard = 0;
  let pings = 0;

  function address(): string {
    const seq = since();
    const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
    const query = seq === null ? '' : `?since=${seq}`;
    return `${scheme}://${window.location.host}/api/tables/${encodeURIComponent(table)}/live${query}`;
  }

  function open(): void {
    window.clearTimeout(timer);
    if (closed || (socket && socket.readyState <= WebSocket.OPEN)) return;
    const mine = new WebSocket(address());
    socket = mine;
    mine.onopen = () => {
      tries = 0;
      heard = Date.now();
      onlink('open');
    };
    mine.onmessage = (event) => {
      heard = Date.now();
      onmessage(JSON.parse(event.data));
    };
    mine.onclose = () => {
      if (closed || socket !== mine) return;
      socket = null;
      onlink('lost');
      timer = window.setTimeout(open, pause(tries++));
    };
  }

  function keepAlive(): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - heard > SILENCE) socket.close();
    else socket.send(JSON.stringify({ type: 'ping' }));
  }

  function wake(): void {
    if (document.visibilityState === 'visible') open();
  }

  onlink('opening');
  open();
  pings = window.setInterval(keepAlive, PING_EVERY);
  window.addEventListener('online', open);
  document.addEventListener('visibilitychange', wake);

  return {
    close() {
      closed = true;
      window.clearTimeout(timer);
      window.clearInterval(pings);
      window.removeEventListener('online', open);
      document.removeEventListener('visibilitychange', wake);
      socket?.close();
    },
  };
}

/** A WebSocket for tests: the test is the network and the server. */
import { vi } from 'vitest';
import type { Act, Told } from './types';

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  isClosed = false;
  sent: Act[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  static install(): void {
    FakeSocket.all = [];
    vi.stubGlobal('WebSocket', FakeSocket);
  }

  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Act);
  }

  /** As in a browser: the goodbye takes its time, and `onclose` comes later or never. */
  close(): void {
    this.readyState = 2;
    this.isClosed = true;
  }

  open(...told: Told[]): void {
    this.readyState = FakeSocket.OPEN;
    told.forEach((one) => this.tell(one));
  }

  /** The connection is cut, or never comes about. */
  lose(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  tell(told: Told): void {
    this.onmessage?.({ data: JSON.stringify(told) });
  }

  /** Answers something that was sent, the last unless the test says which. */
  answer(told: Partial<Told>, sent: Act = this.sent.at(-1)!): void {
    this.tell({ ...told, action_id: sent.action_id } as Told);
  }
}

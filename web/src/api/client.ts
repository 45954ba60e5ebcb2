/** Calls to the server. A refusal, of whatever kind, is thrown as one sentence with its code and rule. */
import { text } from '../text';
import type { Refused } from './types';

export class Refusal extends Error {
  readonly code: string;
  readonly rule: string | null;
  readonly seq: number | null;

  constructor(refused: { code: string; reason: string; rule?: string | null; seq?: number | null }) {
    super(refused.reason);
    this.code = refused.code;
    this.rule = refused.rule ?? null;
    this.seq = refused.seq ?? null;
  }
}

export const NO_ANSWER = 'no_answer';

export function isRefused(answer: unknown): answer is Refused {
  return answer !== null && typeof answer === 'object' && 'type' in answer && answer.type === 'refused';
}

async function answerOf(response: Response): Promise<unknown> {
  const kind = response.headers.get('content-type') ?? '';
  if (!kind.includes('json')) return response.text();
  return response.json();
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  const isText = typeof body === 'string';
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': isText ? 'text/plain' : 'application/json' },
      body: body === undefined ? null : isText ? body : JSON.stringify(body),
    });
  } catch {
    throw new Refusal({ code: NO_ANSWER, reason: text.problems.noAnswer });
  }
  let answer: unknown;
  try {
    answer = await answerOf(response);
  } catch {
    throw new Refusal({ code: NO_ANSWER, reason: text.problems.noAnswer });
  }
  if (isRefused(answer)) throw new Refusal(answer);
  if (!response.ok) {
    const code = response.status >= 502 ? NO_ANSWER : 'refused';
    throw new Refusal({ code, reason: response.status === 404 ? text.problems.notFound : text.problems.odd });
  }
  return answer as T;
}

export const get = <T>(path: string): Promise<T> => call<T>('GET', path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>('POST', path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => call<T>('PUT', path, body);

/** A name for an action that stays the same when it is sent again. */
export function actionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

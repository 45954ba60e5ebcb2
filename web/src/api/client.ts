/**
 * Calls to the server: path, parameters, body and answer of each are those of its OpenAPI document (`paths`).
 * A refusal, of whatever kind, is thrown as one sentence with its code and rule.
 */
import { text } from '../text';
import type { paths } from './schema';
import { inWords } from '../text/sentences';
import type { Refused, Sentence } from './types';

type Method = 'get' | 'post' | 'put' | 'delete';
/** The paths that can be called by a method. */
type Path<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];
type Operation<M extends Method, P extends Path<M>> = paths[P][M];
type Content<T> = T extends { content: infer C } ? C[keyof C] : never;
type Body<O> = O extends { requestBody: infer B } ? Content<B> : undefined;
type Answer<O> = O extends { responses: infer R } ? Content<R[keyof R]> : never;
type Place<O> = O extends { parameters: { path: infer P } } ? P : unknown;
type Query<O> = O extends { parameters: { query?: infer Q } }
  ? [NonNullable<Q>] extends [never]
    ? unknown
    : Q
  : unknown;
/** What a path names in braces, and what may follow it as a query. */
type Params<O> = Place<O> & Query<O>;
type Given<O> = unknown extends Place<O> ? [params?: Params<O>] : [params: Params<O>];

export class Refusal extends Error {
  readonly code: string;
  readonly rule: string | null;
  readonly seq: number | null;
  readonly says: Sentence | null;
  /** In how many seconds it is worth while to ask again. */
  readonly retryS: number | null;

  constructor(refused: Pick<Refused, 'code' | 'reason' | 'rule' | 'seq' | 'retry_s'> & { says?: Sentence }) {
    super((refused.says && inWords(refused.says)) || refused.reason);
    this.says = refused.says ?? null;
    this.code = refused.code;
    this.rule = refused.rule ?? null;
    this.seq = refused.seq ?? null;
    this.retryS = refused.retry_s ?? null;
  }
}

export const NO_ANSWER = 'no_answer';
/** How long an answer may take, in ms. */
export const LIMIT = 30_000;

export const noAnswer = (): Refusal => new Refusal({ code: NO_ANSWER, reason: text.problems.noAnswer });

export const isUnanswered = (problem: unknown): boolean => problem instanceof Refusal && problem.code === NO_ANSWER;

function isRefused(answer: unknown): answer is Refused {
  return answer !== null && typeof answer === 'object' && 'type' in answer && answer.type === 'refused';
}

function address(path: string, params: unknown): string {
  const left = new Map(Object.entries(params ?? {}).filter(([, value]) => value !== null && value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(left.get(name)));
    left.delete(name);
    return value;
  });
  return left.size === 0
    ? filled
    : `${filled}?${new URLSearchParams([...left].map(([name, it]) => [name, String(it)]))}`;
}

function request(method: Method, body: unknown): RequestInit {
  const isText = typeof body === 'string';
  const kind = isText ? 'text/plain' : 'application/json';
  return {
    method: method.toUpperCase(),
    ...(body !== undefined && { headers: { 'content-type': kind }, body: isText ? body : JSON.stringify(body) }),
  };
}

/** How long a call may go on: not longer than its limit, nor than it is wanted. */
interface Until {
  limit?: number;
  signal?: AbortSignal;
}

/** What the server said, whatever it is; unanswered if it did not come to the end of it in time. */
async function said(address: string, init: RequestInit, until: Until): Promise<[Response, unknown]> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), until.limit ?? LIMIT);
  const signal = until.signal ? AbortSignal.any([until.signal, late.signal]) : late.signal;
  try {
    const response = await fetch(address, { ...init, signal });
    const isJson = response.headers.get('content-type')?.includes('json');
    return [response, await (isJson ? response.json() : response.text())];
  } catch {
    throw noAnswer();
  } finally {
    clearTimeout(timer);
  }
}

async function call<A>(method: Method, address: string, body?: unknown, until: Until = {}): Promise<A> {
  const [response, answer] = await said(address, request(method, body), until);
  if (isRefused(answer)) throw new Refusal(answer);
  if (response.status >= 502) throw noAnswer();
  if (!response.ok) {
    throw new Refusal({
      code: 'refused',
      reason: response.status === 404 ? text.problems.notFound : text.problems.odd,
    });
  }
  return answer as A; // the server's own document says so
}

export const get = <P extends Path<'get'>>(path: P, ...[params]: Given<Operation<'get', P>>) =>
  call<Answer<Operation<'get', P>>>('get', address(path, params));

/** The same, until it is not wanted any more. */
export const getUntil = <P extends Path<'get'>>(until: Until, path: P, params: Params<Operation<'get', P>>) =>
  call<Answer<Operation<'get', P>>>('get', address(path, params), undefined, until);

export const post = <P extends Path<'post'>>(
  path: P,
  body: Body<Operation<'post', P>>,
  ...[params]: Given<Operation<'post', P>>
) => call<Answer<Operation<'post', P>>>('post', address(path, params), body);

/** The same, with a limit of its own. */
export const postUntil = <P extends Path<'post'>>(
  until: Until,
  path: P,
  body: Body<Operation<'post', P>>,
  params: Params<Operation<'post', P>>,
) => call<Answer<Operation<'post', P>>>('post', address(path, params), body, until);

export const put = <P extends Path<'put'>>(
  path: P,
  body: Body<Operation<'put', P>>,
  ...[params]: Given<Operation<'put', P>>
) => call<Answer<Operation<'put', P>>>('put', address(path, params), body);

export const remove = <P extends Path<'delete'>>(path: P, ...[params]: Given<Operation<'delete', P>>) =>
  call<Answer<Operation<'delete', P>>>('delete', address(path, params));

/** A name for an action that stays the same when it is sent again. */
export function actionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

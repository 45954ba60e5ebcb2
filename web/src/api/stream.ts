/** Answers that come line by line, each of them JSON, until nobody wants them any more. */
import { noAnswer, Refusal } from './client';
import type { EngineLines, Refused } from './types';

/** What the engine finds about a line of a study; ends by itself, or with the signal. */
export async function engineLines(
  study: string,
  node: number,
  seat: number | null,
  signal: AbortSignal,
  onlines: (found: EngineLines) => void,
): Promise<void> {
  try {
    const response = await fetch(`/api/studies/${study}/nodes/${node}/engine${seat === null ? '' : `?seat=${seat}`}`, {
      signal,
    });
    if (!response.ok || !response.body) throw new Refusal((await response.json()) as Refused);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onlines(JSON.parse(line) as EngineLines); // the server's own document says so
    }
  } catch (problem) {
    if (signal.aborted) return;
    throw problem instanceof Refusal ? problem : noAnswer();
  }
}

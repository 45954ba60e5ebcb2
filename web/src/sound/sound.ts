/** A few soft sounds, made on the spot: no files. */
import { settings } from '../stores/settings.svelte';

type Tone = { from: number; to: number; seconds: number; loud: number; shape: OscillatorType };

const tone = (shape: OscillatorType, from: number, to: number, seconds: number, loud: number): Tone => ({
  from,
  to,
  seconds,
  loud,
  shape,
});

const TONES = {
  move: [tone('triangle', 420, 180, 0.09, 0.16)],
  other: [tone('triangle', 300, 140, 0.1, 0.14)],
  refuse: [tone('sine', 170, 130, 0.12, 0.1)],
  /** Cards swept together. */
  trick: [tone('triangle', 240, 320, 0.08, 0.1), tone('triangle', 320, 430, 0.1, 0.09)],
  /** Fists that open. */
  reveal: [
    tone('triangle', 150, 150, 0.09, 0.12),
    tone('triangle', 150, 150, 0.09, 0.12),
    tone('sine', 330, 660, 0.2, 0.08),
  ],
  /** Something is struck, taken or thrown away. */
  capture: [tone('triangle', 220, 70, 0.16, 0.18)],
  charge: [tone('sawtooth', 110, 220, 0.14, 0.05), tone('triangle', 220, 90, 0.12, 0.16)],
  /** A tower changes hands. */
  control: [tone('sine', 330, 440, 0.12, 0.08), tone('sine', 440, 440, 0.12, 0.07)],
  score: [tone('sine', 523, 523, 0.09, 0.07), tone('sine', 659, 659, 0.14, 0.07)],
  lost: [tone('sine', 330, 262, 0.3, 0.07)],
  end: [tone('sine', 392, 392, 0.16, 0.08), tone('sine', 523, 523, 0.3, 0.08)],
} satisfies Record<string, Tone[]>;

export type Sound = keyof typeof TONES;

let context: AudioContext | null = null;

function sing(out: AudioContext, tone: Tone, start: number): void {
  const voice = out.createOscillator();
  const volume = out.createGain();
  voice.type = tone.shape;
  voice.frequency.setValueAtTime(tone.from, start);
  voice.frequency.exponentialRampToValueAtTime(tone.to, start + tone.seconds);
  volume.gain.setValueAtTime(tone.loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + tone.seconds);
  voice.connect(volume).connect(out.destination);
  voice.start(start);
  voice.stop(start + tone.seconds);
}

export function sound(name: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  let start = context.currentTime;
  for (const tone of TONES[name]) {
    sing(context, tone, start);
    start += tone.seconds;
  }
}

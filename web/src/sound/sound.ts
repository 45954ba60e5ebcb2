/** A few soft sounds, made on the spot: no files. */
import { settings } from '../stores/settings.svelte';

type Tone = { from: number; to: number; seconds: number; loud: number; shape: OscillatorType };

const TONES: Record<string, Tone[]> = {
  move: [{ from: 420, to: 180, seconds: 0.09, loud: 0.16, shape: 'triangle' }],
  other: [{ from: 300, to: 140, seconds: 0.1, loud: 0.14, shape: 'triangle' }],
  turn: [{ from: 520, to: 660, seconds: 0.14, loud: 0.07, shape: 'sine' }],
  refuse: [{ from: 170, to: 130, seconds: 0.12, loud: 0.1, shape: 'sine' }],
  end: [
    { from: 392, to: 392, seconds: 0.16, loud: 0.08, shape: 'sine' },
    { from: 523, to: 523, seconds: 0.3, loud: 0.08, shape: 'sine' },
  ],
};

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

export function sound(name: keyof typeof TONES): void {
  if (!settings.sound || typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  let start = context.currentTime;
  for (const tone of TONES[name] ?? []) {
    sing(context, tone, start);
    start += tone.seconds;
  }
}

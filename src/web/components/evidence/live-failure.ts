/** A live look-up without an answer: the word for it, and what can be done about it. */
interface LiveFailureWords {
  readonly word: string;
  readonly advice: string;
  /** The same question may get an answer the next time. */
  readonly mayHeal: boolean;
}

const words: Readonly<Record<string, LiveFailureWords>> = {
  offline: {
    word: 'No outbound traffic',
    advice: 'This service was started without a way out (SIGHTLINE_OFFLINE). What was collected can still be asked.',
    mayHeal: false,
  },
  refused_target: {
    word: 'Target refused',
    advice: 'A target inside a private network or on an unusual port may be a trap for the service.',
    mayHeal: false,
  },
  unknown_target: {
    word: 'No such target',
    advice: 'Check the spelling, or ask for what was collected about it.',
    mayHeal: true,
  },
  live_timeout: {
    word: 'No answer in time',
    advice: 'The other side is slow or silent. Try again later, or use what was collected.',
    mayHeal: true,
  },
  live_failed: {
    word: 'No answer',
    advice:
      'The other side, or the internet as a whole, could not be reached from the service, or did not answer. The collected data is still there.',
    mayHeal: true,
  },
  live_too_large: {
    word: 'Answer too large',
    advice: 'The other side sent more than the service takes, which is a way to do harm.',
    mayHeal: false,
  },
};

/** By the `code` of the failure; undefined for any other failure. */
export function liveFailureWords(code: string): LiveFailureWords | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

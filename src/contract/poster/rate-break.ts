/** Articles, prepositions and conjunctions. They belong to the next word, and a line may well end before them. */
const LINKING = listWords(`
  a an the and or of in on at to by for with from into over under through between about around before after
  le la les un une des du de et ou à au aux en dans par pour sur sous avec chez sans vers entre depuis qui que
  der die das den dem des ein eine einer einem einen eines und oder im am auf aus bei beim mit nach von vom vor
  zu zum zur für um über unter durch ohne zwischen sowie darunter
  el los las una y e o u del al con por para sin sobre bajo desde hasta su
  في من مع عن على إلى بين عند بعد قبل تحت فوق حول
  और या तथा`)
/** Hindi postpositions, which belong to the word before. */
const POSTPOSITION = listWords('का की के को में से पर ने तक है हैं वाला वाले वाली')
/** Words that form a Hindi postposition together with the short one before them. */
const SECOND_POSTPOSITION = listWords('साथ ऊपर नीचे बाद पहले पास पीछे आगे लिए बीच बारे सामने ओर तले')
/** A short word, such as a number, that often belongs to the next one. */
const SHORT = /^[\p{L}’']{1,3}$/u
/** Chinese punctuation after which a line may end. */
const PAUSE = /[》」』”）：，。；！？—]$/u

/** Returns the test whether a text is one of the words, in any case, with or without punctuation around it. */
function listWords(words: string): { test(text: string): boolean } {
  const list = new Set(words.split(/\s/).filter((word) => word !== ''))
  return { test: (text) => list.has(text.replace(/[^\p{L}\p{M}]/gu, '').toLowerCase()) }
}

/** Returns whether a word belongs to the next one, so that no text ends with it. */
export const isLinking = (word: string): boolean => LINKING.test(word)

/** Rates a line break at a space: 0 is natural, 1 is in the middle of a phrase, 3 is wrong. */
export function rateSpace(before: string, next: string): number {
  if (/^[«‹]$/u.test(before) || /^[»›!?:;]+$/u.test(next)) return 3 // French spaces
  if (/^[–—/]/u.test(next) || POSTPOSITION.test(next)) return 0.6
  if (/^[&+]$/.test(next)) return 0.1
  if (SECOND_POSTPOSITION.test(next) && POSTPOSITION.test(before)) return 0.9
  if (POSTPOSITION.test(before) || SECOND_POSTPOSITION.test(before)) return 0.1
  if (/^[&+]$/.test(before)) return 1
  if (LINKING.test(before)) return 0.9
  if (SHORT.test(before)) return 0.45
  if (/^\p{Lu}[\p{L}-]*$/u.test(before) && /^\p{Lu}/u.test(next) && !LINKING.test(next)) return 0.5 // perhaps a name
  if (/[,;:.!?،–—]$/u.test(before)) return 0
  return LINKING.test(next) ? 0.1 : 0.3
}

/** Rates a line break inside a word or a Chinese phrase. */
export function rateJoint(before: string, next: string): number {
  if (PAUSE.test(before) || /^[《「『“（]/u.test(next)) return 0
  if (before.endsWith('、')) return 0.2
  if (/[-\u2010/]$/u.test(before)) return 0.5
  return /[的与和]$/u.test(before) ? 0.42 : 1
}

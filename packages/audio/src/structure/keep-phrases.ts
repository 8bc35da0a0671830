import { countBefore } from '../vectors.ts'
import type { Span } from './find-phrases.ts'

/** A beat this close to a phrase is taken for its own. */
const NEAR_SECS = 0.04

/** Before a phrase there is a breath. */
const BREATH_SECS = 0.12

/** What an excerpt is fitted to. */
export type PhraseGround = {
  /** What is sung without a pause, in order. */
  phrases: readonly Span[]
  /** Beats, in order; none where there is no beat to trust. */
  beatSecs: ArrayLike<number>
  /** How much of a phrase may be missing: how exactly they are known. */
  toleranceSecs: number
  /** How far a border may be moved. */
  reachSecs: number
  /** Lengths to keep to; unset where the length is given. */
  within?: { minSecs: number; maxSecs: number } | undefined
}

/** An excerpt that keeps phrases whole where that can be done. */
export type FittedExcerpt = {
  startSecs: number
  endSecs: number
  /** 1 if it neither begins nor ends inside a phrase, less if it does. */
  whole: number
}

/** It is worse to begin inside a phrase than to end inside one. */
const BEGINNING_SHARE = 0.65

/** Moves the borders of an excerpt to where nobody sings: the start to before the phrase, the end to after it or before it. */
export function keepPhrases({ startSecs, endSecs }: Span, ground: PhraseGround): FittedExcerpt {
  const begun = beginWithPhrase(startSecs, ground)
  const start = begun ?? startSecs
  const { within } = ground
  const latest = within ? Math.min(endSecs, start + within.maxSecs) : start + (endSecs - startSecs)
  const ended = within ? endWithPhrase(start, latest, ground) : latest
  const isEnded = ended !== undefined && !findAround(ground, ended)
  return {
    startSecs: start,
    endSecs: ended ?? latest,
    whole: (begun === undefined ? 0 : BEGINNING_SHARE) + (isEnded ? 1 - BEGINNING_SHARE : 0),
  }
}

/** Undefined where the phrase began too long ago. */
function beginWithPhrase(secs: number, ground: PhraseGround): number | undefined {
  const { phrases, beatSecs, reachSecs, within } = ground
  const phrase = findAround(ground, secs)
  if (!phrase) return secs
  const { startSecs } = phrase
  if (secs - startSecs > reachSecs) return undefined
  const beat = beatSecs[countBefore(beatSecs, (at) => at <= startSecs - NEAR_SECS) - 1]
  const isFree = beat !== undefined && startSecs - beat < reachSecs && !findAround(ground, beat)
  if (isFree) return beat
  // A phrase that was only heard is no reason to leave the beat.
  if (!within && beatSecs.length > 0) return undefined
  const before = phrases[phrases.indexOf(phrase) - 1]
  return Math.max(0, Math.min(startSecs, Math.max(before?.endSecs ?? 0, startSecs - BREATH_SECS)))
}

/** Undefined where the phrase is too long to be heard to its end, and began too early to be left out. */
function endWithPhrase(startSecs: number, secs: number, ground: PhraseGround): number | undefined {
  const { phrases, beatSecs, reachSecs, within } = ground
  const phrase = findAround(ground, secs)
  if (!phrase) return secs
  const fits = (end: number) =>
    !within || (end - startSecs >= within.minSecs && end - startSecs <= within.maxSecs)
  const beat = beatSecs[countBefore(beatSecs, (at) => at < phrase.endSecs)]
  const next = phrases[phrases.indexOf(phrase) + 1]?.startSecs ?? Number.POSITIVE_INFINITY
  const after = Math.min(
    next,
    beat !== undefined && beat - phrase.endSecs < reachSecs ? beat : phrase.endSecs + BREATH_SECS,
  )
  if (phrase.endSecs - secs <= reachSecs && fits(after)) return after
  const before = Math.max(phrases[phrases.indexOf(phrase) - 1]?.endSecs ?? 0, phrase.startSecs - BREATH_SECS)
  return secs - before <= reachSecs && fits(before) ? before : undefined
}

/** The phrase that is sung before and after a time. */
function findAround({ phrases, toleranceSecs }: PhraseGround, secs: number): Span | undefined {
  const phrase = phrases[countBefore(phrases, ({ startSecs }) => startSecs < secs - toleranceSecs) - 1]
  return phrase && phrase.endSecs > secs + toleranceSecs ? phrase : undefined
}

import { sql } from 'kysely'
import { containsPattern, foldText } from './fold-text.ts'
import type { Condition } from './read-page.ts'

/** Fewer characters than this stand in half of all codes. */
const LEAST_CODE = 3
/** So many letters without a digit may be the beginning of an ISRC; fewer are a word. */
const LEAST_LETTERS = 5

/** Whether a record's name, or its code (ISRC, UPC), has the text in it. */
export function matchesName(table: string, codeColumn: string, text: string): Condition {
  const named = sql`${sql.ref(`${table}.name_key`)} like ${containsPattern(text)}`
  const code = findCode(text)
  return code === undefined
    ? named
    : sql`(${named} or ${sql.ref(`${table}.${codeColumn}`)} like ${`%${code}%`})`
}

/** Whether a batch's reference, one of its songs or its artist has the text in it. Songs and artists are looked through once. */
export function matchesBatch(orgId: string, text: string): Condition {
  return sql`(
    ${matchesRef(text)}
    or batches.media_id in (select media_id from media where org_id = ${orgId} and ${matchesName('media', 'isrc', text)})
    or batches.artist_id in (${selectArtists(orgId, text)})
    or batches.media_id is null and batches.batch_id in (
      select batch_id from renders where org_id = ${orgId} and ${matchesSong(orgId, text)}))`
}

/** Whether a render's song or its artist, or the reference of its batch, has the text in it. */
export function matchesRender(orgId: string, text: string): Condition {
  return sql`(
    renders.batch_id in (select batch_id from batches where org_id = ${orgId} and ${matchesRef(text)})
    or ${matchesSong(orgId, text)})`
}

function matchesRef(text: string): Condition {
  return sql`batches.ref ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
}

function matchesSong(orgId: string, text: string): Condition {
  return sql`renders.media_id in (
    select media_id from media where org_id = ${orgId}
      and (${matchesName('media', 'isrc', text)} or artist_id in (${selectArtists(orgId, text)})))`
}

function selectArtists(orgId: string, text: string) {
  return sql`select artist_id from artists where org_id = ${orgId} and name_key like ${containsPattern(text)}`
}

/** The text as it would stand in a code: people write hyphens and spaces that codes do not have. */
function findCode(text: string): string | undefined {
  const code = foldText(text)
    .toUpperCase()
    .replace(/[\s.-]/g, '')
  if (code.length < LEAST_CODE || !/^[A-Z0-9]+$/.test(code)) return undefined
  return /\d/.test(code) || code.length >= LEAST_LETTERS ? code : undefined
}

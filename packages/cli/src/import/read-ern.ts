import { MEDIA_BUNDLE_FIELDS, MEDIA_FIELDS, type RecordFields } from '@songreel/contract/record-fields'
import { inputError } from '../cli-error.ts'
import type { Cell, DraftCatalogue, DraftTrack, FieldName, FileHash } from './catalogue.ts'
import type { Audience } from './choose-wording.ts'
import { findAlgorithm } from './hash-file.ts'
import { addFeatured, type Parties, readCredits, readTitle, toCell } from './read-ern-names.ts'
import { type Element, findAll, findDeep, readXml } from './read-xml.ts'

/** Those we know by the standard and have samples of. */
const TESTED_VERSIONS = ['382', '43']

type Resources = {
  recordings: Map<string, Element>
  images: Map<string, Element>
  parties: Parties
  audience: Audience
}

/** The releases of a DDEX NewReleaseMessage (ERN 3.8.2 and 4.3), by their product code, with the recordings they name. Where wording differs by territory, the world's counts, or that of one territory. */
export function readErn(text: string, territory?: string): DraftCatalogue {
  const message = readXml(text)
  if (message.name !== 'NewReleaseMessage')
    throw inputError(
      `${message.place}: this is not a NewReleaseMessage of DDEX ERN, so there is nothing to import.`,
    )
  const audience = { territory, language: message.attributes.LanguageAndScriptCode }
  const resources = readResources(message, audience)
  const releases = findAll(message, 'ReleaseList', 'Release').flatMap((release) => {
    const [icpn] = findAll(release, 'ReleaseId', 'ICPN')
    // The others stand for single tracks, which the album has already.
    return icpn ? [{ release, icpn }] : []
  })
  if (releases.length === 0)
    throw inputError(
      `${message.place}: no Release has a ReleaseId with an ICPN (UPC or EAN), so none can be found again.`,
    )
  const tracks = releases.flatMap(({ release, icpn }) => readRelease(release, icpn, resources))
  return { tracks, warnings: [...describeVersion(message), ...describeHashes(tracks)] }
}

function describeVersion({ attributes }: Element): string[] {
  const named = [attributes.MessageSchemaVersionId, ...Object.values(attributes)].join(' ')
  const version = /\bern\/(\d+)\b/.exec(named)?.[1]
  if (version && TESTED_VERSIONS.includes(version)) return []
  const seen = version ? `This is ERN ${[...version].join('.')}` : 'The version of ERN is not named'
  return [`${seen}; 3.8.2 and 4.3 are known to work. Look at what --dry-run shows.`]
}

/** Sums that nobody here can check are named, each kind once. */
function describeHashes(tracks: DraftTrack[]): string[] {
  const hashes = tracks
    .flatMap(({ cells }) => [cells.audio?.hash, cells.cover?.hash])
    .filter((hash) => hash !== undefined)
  const unknown = new Map(
    hashes.filter(({ algorithm }) => !findAlgorithm(algorithm)).map((hash) => [hash.algorithm, hash]),
  )
  return [...unknown.values()].map(
    ({ algorithm, place }) =>
      `${place}: hash sums of the kind ${algorithm} are not checked; MD5 and SHA are.`,
  )
}

function readResources(message: Element, audience: Audience): Resources {
  const byReference = (name: string) =>
    new Map(
      findAll(message, 'ResourceList', name).flatMap((element) =>
        findAll(element, 'ResourceReference').map(({ text }): [string, Element] => [text.trim(), element]),
      ),
    )
  const parties = findAll(message, 'PartyList', 'Party').flatMap((party): [string, string][] => {
    const [reference] = findAll(party, 'PartyReference')
    const [name] = findAll(party, 'PartyName', 'FullName')
    return reference && name ? [[reference.text.trim(), name.text.trim()]] : []
  })
  return {
    recordings: byReference('SoundRecording'),
    images: byReference('Image'),
    parties: new Map(parties),
    audience,
  }
}

function readRelease(release: Element, icpn: Element, resources: Resources): DraftTrack[] {
  const named = findDeep(release, 'ReleaseResourceReference', 'LinkedReleaseResourceReference')
  const references = [...new Set(named.map(({ text }) => text.trim()))]
  const covers = references.flatMap((reference) => resources.images.get(reference) ?? []).filter(isFrontCover)
  const album = {
    ...readTexts(release, MEDIA_BUNDLE_FIELDS),
    upc: toCell(icpn),
    album: readTitle(release, resources.audience),
    artist: readCredits(release, resources.parties, resources.audience).artist,
    cover: covers.map(readFile).find((file) => file),
  }
  return references
    .flatMap((reference) => resources.recordings.get(reference) ?? [])
    .map((recording) => readRecording(recording, album, resources))
}

function readRecording(
  recording: Element,
  album: Partial<Record<FieldName, Cell>>,
  { parties, audience }: Resources,
): DraftTrack {
  const { artist, featured } = readCredits(recording, parties, audience)
  const cells = {
    ...album,
    ...readTexts(recording, MEDIA_FIELDS),
    title: addFeatured(readTitle(recording, audience), featured),
    songArtist: artist,
    audio: readFile(recording),
  }
  return { place: recording.place, cells }
}

/** The texts of a record that the message has at a place of their own, by their columns. */
function readTexts(element: Element, fields: RecordFields): Partial<Record<FieldName, Cell>> {
  const found = Object.entries(fields).flatMap(([name, { column = name, ern = [] }]) => {
    const [text] = ern.flatMap((path) => findAll(element, ...path.split('/')))
    return text ? [[column, toCell(text)]] : []
  })
  return Object.fromEntries(found)
}

function isFrontCover(image: Element): boolean {
  return [...findAll(image, 'ImageType'), ...findAll(image, 'Type')].some(
    ({ text }) => text.trim() === 'FrontCoverImage',
  )
}

/** The first file that is not a preview: a URI (4.3), or a name in a folder (3.8.2). */
function readFile(resource: Element): Cell | undefined {
  const technical = findDeep(
    resource,
    'TechnicalSoundRecordingDetails',
    'TechnicalImageDetails',
    'TechnicalDetails',
  )
  const whole = technical.filter(
    (each) => !findDeep(each, 'IsPreview', 'IsClip').some(({ text }) => text.trim() === 'true'),
  )
  const [file] = whole.flatMap((each) => findDeep(each, 'File'))
  const [address] = [...findAll(file, 'URI'), ...findAll(file, 'URL')]
  if (address) return toCell(address)
  const [name] = findAll(file, 'FileName')
  const [folder] = findAll(file, 'FilePath')
  if (!name) return undefined
  const parts = [folder?.text.trim().replaceAll('\\', '/').replace(/\/+$/, ''), name.text.trim()]
  return { value: parts.filter(Boolean).join('/'), place: name.place, hash: readHash(file) }
}

/** What the file should add up to: ERN 3 and ERN 4 call the parts differently. */
function readHash(file: Element | undefined): FileHash | undefined {
  const [sum] = findAll(file, 'HashSum')
  const [value] = [...findAll(sum, 'HashSumValue'), ...findAll(sum, 'HashSum')]
  const [algorithm] = [...findAll(sum, 'Algorithm'), ...findAll(sum, 'HashSumAlgorithmType')]
  if (!value || !algorithm) return undefined
  return { algorithm: algorithm.text.trim(), value: value.text.trim(), place: value.place }
}

import { inputError } from '../cli-error.ts'
import type { Cell, DraftCatalogue, DraftTrack, FieldName } from './catalogue.ts'
import { type Element, findAll, findDeep, readXml } from './read-xml.ts'

/** Those we know by the standard and have samples of. */
const TESTED_VERSIONS = ['382', '43']

type Resources = {
  recordings: Map<string, Element>
  images: Map<string, Element>
  parties: Map<string, string>
}

/** The releases of a DDEX NewReleaseMessage (ERN 3.8.2 and 4.3), by their product code, with the recordings they name. */
export function readErn(text: string): DraftCatalogue {
  const message = readXml(text)
  if (message.name !== 'NewReleaseMessage')
    throw inputError(
      `${message.place}: this is not a NewReleaseMessage of DDEX ERN, so there is nothing to import.`,
    )
  const resources = readResources(message)
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
  return { tracks, warnings: describeVersion(message) }
}

function describeVersion({ attributes }: Element): string[] {
  const named = [attributes.MessageSchemaVersionId, ...Object.values(attributes)].join(' ')
  const version = /\bern\/(\d+)\b/.exec(named)?.[1]
  if (version && TESTED_VERSIONS.includes(version)) return []
  const seen = version ? `This is ERN ${[...version].join('.')}` : 'The version of ERN is not named'
  return [`${seen}; 3.8.2 and 4.3 are known to work. Look at what --dry-run shows.`]
}

function readResources(message: Element): Resources {
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
  }
}

function readRelease(release: Element, icpn: Element, resources: Resources): DraftTrack[] {
  const named = findDeep(release, 'ReleaseResourceReference', 'LinkedReleaseResourceReference')
  const references = [...new Set(named.map(({ text }) => text.trim()))]
  const covers = references.flatMap((reference) => resources.images.get(reference) ?? []).filter(isFrontCover)
  const album = {
    upc: toCell(icpn),
    album: readTitle(release),
    artist: readArtist(release, resources),
    cover: covers.map(readFile).find((file) => file),
  }
  return references
    .flatMap((reference) => resources.recordings.get(reference) ?? [])
    .map((recording) => readRecording(recording, album))
}

function readRecording(recording: Element, album: Partial<Record<FieldName, Cell>>): DraftTrack {
  const [isrc] = [
    ...findAll(recording, 'SoundRecordingId', 'ISRC'),
    ...findAll(recording, 'SoundRecordingEdition', 'ResourceId', 'ISRC'),
    ...findAll(recording, 'ResourceId', 'ISRC'),
  ]
  const cells = {
    ...album,
    title: readTitle(recording),
    isrc: isrc && toCell(isrc),
    audio: readFile(recording),
  }
  return { place: recording.place, cells }
}

function isFrontCover(image: Element): boolean {
  return [...findAll(image, 'ImageType'), ...findAll(image, 'Type')].some(
    ({ text }) => text.trim() === 'FrontCoverImage',
  )
}

/** What is shown, in the wording for everywhere: 4.3 has it directly, 3.8.2 by territory. */
function readTitle(element: Element): Cell | undefined {
  const whole = pickDefault(findAll(element, 'DisplayTitleText'))
  if (whole) return toCell(whole)
  const shown = listDetails(element).flatMap((details) => findAll(details, 'Title'))
  const title =
    pickDefault(findAll(element, 'DisplayTitle')) ??
    shown.find(({ attributes }) => attributes.TitleType === 'DisplayTitle') ??
    findAll(element, 'ReferenceTitle')[0]
  const [text] = findAll(title, 'TitleText')
  const [subTitle] = findAll(title, 'SubTitle')
  if (!text) return undefined
  const more = subTitle?.text.trim()
  return { ...toCell(text), value: more ? `${text.text.trim()} (${more})` : text.text.trim() }
}

function readArtist(release: Element, { parties }: Resources): Cell | undefined {
  const places = [release, ...listDetails(release)]
  const name = pickDefault(places.flatMap((place) => findAll(place, 'DisplayArtistName')))
  if (name) return toCell(name)
  const [artist] = places.flatMap((place) => findAll(place, 'DisplayArtist'))
  const [full] = findAll(artist, 'PartyName', 'FullName')
  if (full) return toCell(full)
  const [reference] = findAll(artist, 'ArtistPartyReference')
  const value = parties.get(reference?.text.trim() ?? '')
  return reference && value ? { value, place: reference.place } : undefined
}

/** The details for everywhere come first. */
function listDetails({ children }: Element): Element[] {
  const details = children.filter(({ name }) => /DetailsByTerritory$/.test(name))
  const isWorldwide = (each: Element) =>
    findAll(each, 'TerritoryCode').some(({ text }) => text.trim() === 'Worldwide')
  return [...details.filter(isWorldwide), ...details.filter((each) => !isWorldwide(each))]
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
  const parts = [folder?.text.trim().replace(/\/+$/, ''), name.text.trim()]
  return { value: parts.filter(Boolean).join('/'), place: name.place }
}

function pickDefault(elements: Element[]): Element | undefined {
  return elements.find(({ attributes }) => attributes.IsDefault === 'true') ?? elements[0]
}

function toCell({ text, place }: Element): Cell {
  return { value: text.trim(), place }
}

import type { Artist, Media, MediaBundle } from '@songreel/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { toFileUrl } from '../../catalogue/covers.ts'
import { RecordDialog } from '../../catalogue/record-dialog.tsx'
import { RecordLink } from '../../catalogue/record-link.tsx'
import { SongTable } from '../../catalogue/song-table.tsx'
import { useList } from '../../catalogue/use-list.ts'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Field } from '../../components/field.tsx'
import type { GrowingList } from '../../data/growing-list.ts'
import { findArtistName } from '../../data/names.ts'
import { usePageRequest } from '../../data/page-request.ts'
import { useOwnQuery } from '../../data/use-own-query.ts'
import '../../components/filters.css'
import { Id } from '../../components/id.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { usePageTitle } from '../../components/page-title.ts'
import { type Column, More, Table } from '../../components/table.tsx'
import { describeError } from '../../format/describe-error.ts'
import { DeletedRecords } from './deleted-records.tsx'
import { ImportDialog } from './import-dialog.tsx'
import './catalogue.css'

const TYPING_MS = 300
const VIEWS = { songs: 'Songs', albums: 'Albums', artists: 'Artists' } as const
type View = keyof typeof VIEWS

const ALBUM_COLUMNS: Column<MediaBundle>[] = [
  {
    head: 'Album',
    cell: ({ mediaBundleId, name, artistId, imageAssetId }) => (
      <RecordLink
        href={`/albums/${mediaBundleId}`}
        title={name}
        note={findArtistName(artistId)}
        cover={toFileUrl(imageAssetId)}
      />
    ),
  },
  { head: 'UPC', cell: ({ upc }) => upc && <Id value={upc} label="UPC" />, isExtra: true },
]
const ARTIST_COLUMNS: Column<Artist>[] = [
  {
    head: 'Artist',
    cell: ({ artistId, name, imageAssetId }) => (
      <RecordLink href={`/artists/${artistId}`} title={name} cover={toFileUrl(imageAssetId)} />
    ),
  },
  { head: 'Id', cell: ({ artistId }) => <Id value={artistId} label="artist id" />, isExtra: true },
]
const PATHS = { songs: 'media', albums: 'media-bundles', artists: 'artists' }
const CALLS = { songs: 'media', albums: 'mediaBundles', artists: 'artists' }

/** Artists, albums and songs, and a search in each. */
export function CataloguePage() {
  const query = useOwnQuery('/catalogue')
  const { route } = useLocation()
  const view: View = query.view && query.view in VIEWS ? (query.view as View) : 'songs'
  const q = query.q?.trim() ?? ''
  const isDeleted = query.deleted === 'true'
  usePageTitle(
    [isDeleted ? `Deleted ${VIEWS[view].toLowerCase()}` : VIEWS[view], q && `“${q}”`]
      .filter(Boolean)
      .join(' '),
  )
  const [isAdding, setAdding] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const [imports, setImports] = useState(0)
  const filter = { ...(q && { q }), ...(isDeleted && { deleted: true }) }
  const hasFilter = Object.keys(filter).length > 0
  usePageRequest(
    `/v1/${PATHS[view]}${hasFilter ? `?${toQuery(filter)}` : ''}`,
    `const { items } = await songreel.${CALLS[view]}.list(${hasFilter ? JSON.stringify(filter) : ''})`,
  )
  const linkTo = (next: { view?: string; q?: string; deleted?: boolean }) =>
    `/catalogue?${toQuery({ view, ...filter, ...next })}`
  return (
    <>
      <div class="page-head">
        <h1>Catalogue</h1>
        <nav class="views" aria-label="Kinds of record">
          {Object.entries(VIEWS).map(([key, label]) => (
            <a key={key} href={linkTo({ view: key })} aria-current={key === view ? 'true' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <Search key={view} q={q} onSearch={(text) => route(linkTo({ q: text }), true)} />
        <div class="row">
          <LinkButton href={linkTo({ deleted: !isDeleted })} aria-current={isDeleted ? 'true' : undefined}>
            {isDeleted ? 'Back to the catalogue' : 'Deleted'}
          </LinkButton>
          {!isDeleted && (
            <>
              <Button needs="write" onPress={() => setAdding(true)}>
                Add artist
              </Button>
              <Button needs="write" onPress={() => setImporting(true)}>
                Import CSV
              </Button>
            </>
          )}
        </div>
      </div>
      {isDeleted ? (
        <DeletedRecords key={`${view} ${q}`} view={view} q={q} />
      ) : (
        <Records
          key={`${view} ${q} ${imports}`}
          view={view}
          q={q}
          onShowAll={() => route(linkTo({ q: '' }), true)}
        />
      )}
      {isImporting && (
        <ImportDialog onImported={() => setImports(imports + 1)} onClose={() => setImporting(false)} />
      )}
      {isAdding && <AddArtist onClose={() => setAdding(false)} />}
    </>
  )
}

function AddArtist({ onClose }: { onClose(): void }) {
  const { route } = useLocation()
  return (
    <RecordDialog
      title="Add an artist"
      saveLabel="Add artist"
      fields={[
        { name: 'name', label: 'Name', isRequired: true, help: 'As videos show it' },
        { name: 'imageUrl', label: 'Picture', accept: 'image/*' },
      ]}
      onSave={async ({ name, imageUrl }) => {
        const input = { name: name ?? '', ...(imageUrl && { imageUrl }) }
        const { artistId } = await songreel.artists.create(input)
        route(`/artists/${artistId}`)
      }}
      onClose={onClose}
    />
  )
}

/** Without what is empty or off. */
function toQuery(values: Record<string, string | boolean>): string {
  const given = Object.entries(values).filter(([, value]) => value !== '' && value !== false)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}

function Search({ q, onSearch }: { q: string; onSearch(text: string): void }) {
  const [text, setText] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <search class="filters">
      <Field label="Name">
        {(box) => (
          <input
            {...box}
            type="search"
            value={text}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value)
              clearTimeout(timer.current)
              timer.current = setTimeout(() => onSearch(currentTarget.value.trim()), TYPING_MS)
            }}
          />
        )}
      </Field>
    </search>
  )
}

type RecordsProps = { view: View; q: string; onShowAll(): void }

function Records({ view, q, onShowAll }: RecordsProps) {
  const filter = q ? { q } : {}
  const list = useList<Media | MediaBundle | Artist>(`${view} ${q}`, (page) =>
    view === 'songs'
      ? songreel.media.list({ ...filter, ...page })
      : view === 'albums'
        ? songreel.mediaBundles.list({ ...filter, ...page })
        : songreel.artists.list({ ...filter, ...page }),
  )
  const { items, error, hasMore, loadMore } = list
  if (error !== undefined)
    return <EmptyState title="The list could not be read" text={describeError(error)} />
  if (!items) return <div class="table is-loading" aria-busy="true" />
  if (items.length === 0)
    return q ? (
      <EmptyState title={`Nothing is called “${q}”`} text="Case and accents do not matter.">
        <Button onPress={onShowAll}>Show all</Button>
      </EmptyState>
    ) : (
      <Nothing />
    )
  return (
    <>
      <Rows view={view} list={list} />
      {hasMore && <More key={items.length} onSeen={loadMore} />}
    </>
  )
}

function Rows({ view, list }: { view: View; list: GrowingList<Media | MediaBundle | Artist> }) {
  const items = list.items ?? []
  if (view === 'songs') return <SongTable songs={items as Media[]} />
  if (view === 'albums')
    return (
      <Table
        label="Albums"
        rows={items as MediaBundle[]}
        columns={ALBUM_COLUMNS}
        keyOf={({ mediaBundleId }) => mediaBundleId}
      />
    )
  return (
    <Table
      label="Artists"
      rows={items as Artist[]}
      columns={ARTIST_COLUMNS}
      keyOf={({ artistId }) => artistId}
    />
  )
}

function Nothing() {
  return (
    <EmptyState
      title="Nothing here yet"
      text="Every song of a batch comes into the catalogue by itself. Add an artist or a CSV file above to start by hand, or bring a whole catalogue with its files, or a DDEX message:"
    >
      <CodeBlock text="npx songreel import catalogue.csv" label="Import with the CLI" />
    </EmptyState>
  )
}

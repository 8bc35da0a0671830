import type { Brand, Media, Result } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useRecord } from '../../catalogue/use-record.ts'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Id } from '../../components/id.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { usePageTitle } from '../../components/page-title.ts'
import { showError } from '../../components/toast.tsx'
import { usePageRequest } from '../../data/page-request.ts'
import { useTemplates } from '../../data/templates.ts'
import type { PageProps } from '../../page.ts'
import { composePatch, findFaults, listFiles, startDraft } from './brand-draft.ts'
import { BrandForm } from './brand-form.tsx'
import { DeleteBrandDialog } from './delete-brand-dialog.tsx'
import { useKeptDraft } from './kept-draft.ts'
import { Looks, useBrandLooks, type View } from './looks.tsx'
import { OutdatedDialog } from './outdated-dialog.tsx'
import { useBrandSave } from './use-brand-save.ts'
import { useFilesToCome } from './use-files-to-come.ts'
import './brand.css'

const SONGS = 50

/** One brand, or a new one: a form, and beside it what videos look like with it. */
export function BrandPage({ params: { id = '' } }: PageProps) {
  const isNew = id === 'new'
  const { record: brand, reload } = useRecord(isNew ? null : id, songreel.brands.get)
  usePageRequest(
    isNew ? '/v1/brands' : `/v1/brands/${id}`,
    isNew
      ? 'const { items } = await songreel.brands.list()'
      : `const brand = await songreel.brands.get('${id}')`,
  )
  usePageTitle(isNew ? 'New brand' : brand?.name)
  if (brand === null && !isNew)
    return (
      <NotFoundPage
        what="brand"
        why="It may have been deleted."
        back={{ href: '/brands', label: 'All brands' }}
      />
    )
  if (brand === undefined) return <EmptyState isPage title="One moment…" />
  return <Editor key={id} brand={brand ?? undefined} onSaved={reload} />
}

type EditorProps = { brand: Result<Brand> | undefined; onSaved(): Promise<void> }

function Editor({ brand, onSaved }: EditorProps) {
  const start = startDraft(brand)
  const tag = brand?.$meta.headers.get('etag') ?? undefined
  const { draft, isChanged, setDraft, noteSent } = useKeptDraft(brand?.brandId ?? 'new', start, tag)
  const [view, setView] = useState<View>({ shape: '9x16', moment: 'MIDDLE' })
  const [isDeleting, setDeleting] = useState(false)
  const templates = useTemplates(showError)
  const songs = useSongs()
  const { name: _, ...patch } = composePatch(draft, brand)
  const worn = { brandId: brand?.brandId ?? null, brand: patch }
  const toCome = useFilesToCome(listFiles(draft))
  const isWaiting = toCome && toCome.size > 0
  const looks = useBrandLooks({ templates, songs, worn, view, isWaiting })
  const saving = useBrandSave({ brand, draft, onSend: noteSent, onSaved })
  const look = (next: Partial<View>) => setView((before) => ({ ...before, ...next }))
  return (
    <>
      <Head
        brand={brand}
        name={draft.name}
        isChanged={isChanged}
        onDiscard={() => setDraft(start)}
        onDelete={() => setDeleting(true)}
      />
      <div class="brand-parts">
        <BrandForm
          brand={brand}
          draft={draft}
          faults={{ ...findFaults(draft), ...saving.errors }}
          isTried={saving.isTried}
          looks={looks}
          isChanged={isChanged}
          onDraft={(change) => setDraft((before) => ({ ...before, ...change(before) }))}
          onMoment={(moment) => look({ moment })}
          onSave={saving.save}
        />
        <Looks looks={looks} songs={songs ?? []} view={view} onView={look} />
      </div>
      {brand && isDeleting && <DeleteBrandDialog brand={brand} onClose={() => setDeleting(false)} />}
      {saving.isOutdated && (
        <OutdatedDialog
          onMine={saving.overwrite}
          onTheirs={async () => {
            saving.dismiss()
            noteSent(draft)
            await onSaved()
          }}
          onClose={saving.dismiss}
        />
      )}
    </>
  )
}

type HeadProps = {
  brand: Brand | undefined
  name: string
  isChanged: boolean
  onDiscard(): void
  onDelete(): void
}

function Head({ brand, name, isChanged, onDiscard, onDelete }: HeadProps) {
  const { route } = useLocation()
  return (
    <header class="brand-head">
      <p class="small">
        <a href="/brands">← Brands</a>
      </p>
      <div class="row">
        <h1>
          <bdi>{name.trim() || (brand?.name ?? 'New brand')}</bdi>
        </h1>
        {brand && <Id value={brand.brandId} label="brand id" />}
        <span class="row push">
          {isChanged && (
            <Button
              needs="write"
              onPress={() => {
                onDiscard()
                if (!brand) route('/brands')
              }}
            >
              Discard changes
            </Button>
          )}
          {brand && (
            <Button needs="write" onPress={onDelete}>
              Delete
            </Button>
          )}
        </span>
      </div>
    </header>
  )
}

/** The newest songs; undefined until they are here. */
function useSongs(): Media[] | undefined {
  const [songs, setSongs] = useState<Media[]>()
  useEffect(() => {
    songreel.media.list({ limit: SONGS }).then(
      ({ items }) => setSongs(items.filter(({ audioAssets }) => audioAssets.DEFAULT)),
      (error) => {
        setSongs([])
        showError(error)
      },
    )
  }, [])
  return songs
}

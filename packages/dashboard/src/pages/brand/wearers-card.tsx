import type { Artist, Brand } from '@songreel/sdk'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Menu } from '../../components/menu.tsx'
import { showToast } from '../../components/toast.tsx'
import { useRead } from '../../data/use-read.ts'
import { hasScope } from '../../session/scopes.ts'

const SHOWN = 100
const CHOICES = 100

/** Whose videos wear a brand: all of the organization's, or those of some artists. What is chosen counts at once. */
export function WearersCard({ brand: { brandId, name } }: { brand: Brand }) {
  const organization = useRead(() => songreel.organizations.get('me'))
  const artists = useRead(() => songreel.artists.list({ brandId, limit: SHOWN }))
  const isOwn = organization.value?.brandId === brandId
  const setOwn = async (next: string | null) => {
    await songreel.organizations.update('me', { brandId: next })
    await organization.reload()
  }
  const switchOwn = async () => {
    const before = organization.value?.brandId ?? null
    await setOwn(isOwn ? null : brandId)
    showToast(isOwn ? 'Videos no longer wear it by themselves.' : `All videos wear “${name}” from now on.`, {
      label: 'Undo',
      onPress: () => setOwn(before),
    })
  }
  const setArtist = async (artistId: string, next: string | null) => {
    await songreel.artists.update(artistId, { brandId: next })
    await artists.reload()
  }
  const items = artists.value?.items
  return (
    <Card title="Who wears it">
      <label class="check">
        <input
          type="checkbox"
          checked={isOwn}
          disabled={!organization.value || !hasScope('admin')}
          onChange={switchOwn}
        />
        All videos of the organization, unless their artist has another brand
      </label>
      {items && items.length > 0 && (
        <ul class="wearers">
          {items.map(({ artistId, name: artist }) => (
            <li key={artistId}>
              <a href={`/artists/${artistId}`}>{artist}</a>
              <Button
                needs="write"
                isSmall
                loudness="plain"
                aria-label={`${artist} no longer wears it`}
                onPress={async () => {
                  await setArtist(artistId, null)
                  const onPress = () => setArtist(artistId, brandId)
                  showToast(`Videos of ${artist} no longer wear it.`, { label: 'Undo', onPress })
                }}
              >
                ✕
              </Button>
            </li>
          ))}
        </ul>
      )}
      {artists.value?.nextCursor && <p class="soft small">The first {SHOWN} artists are shown.</p>}
      {items && (
        <AddArtist
          wearing={items}
          onAdd={async ({ artistId, name: artist, brandId: before }) => {
            await setArtist(artistId, brandId)
            const onPress = () => setArtist(artistId, before ?? null)
            showToast(`Videos of ${artist} wear it from now on.`, { label: 'Undo', onPress })
          }}
        />
      )}
    </Card>
  )
}

function AddArtist({ wearing, onAdd }: { wearing: Artist[]; onAdd(artist: Artist): Promise<void> }) {
  const { value } = useRead(() => songreel.artists.list({ limit: CHOICES }))
  const others = value?.items.filter(({ artistId }) => !wearing.some((each) => each.artistId === artistId))
  if (!hasScope('write') || !others || others.length === 0) return null
  return (
    <Menu
      label="Add an artist…"
      items={others.map((artist) => ({
        key: artist.artistId,
        label: `${artist.name}${artist.brandId ? ' (has another brand)' : ''}`,
        onPick: () => onAdd(artist),
      }))}
    />
  )
}

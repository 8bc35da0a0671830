import type { Media, Plugin } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Card } from '../../components/card.tsx'
import { showError } from '../../components/toast.tsx'

/** Where else the song can be heard; nothing without any. */
export function SongLinks({ song }: { song: Media }) {
  const [links, setLinks] = useState<{ label: string; plugin: Plugin }[]>([])
  const { videositePluginId, streamerPluginId, storePluginId } = song
  useEffect(() => {
    const wanted: [label: string, id: string | null][] = [
      ['Video site', videositePluginId],
      ['Streaming service', streamerPluginId],
      ['Store', storePluginId],
    ]
    const reading = wanted.flatMap(([label, id]) =>
      id ? [songreel.plugins.get(id).then((plugin) => ({ label, plugin }))] : [],
    )
    Promise.all(reading).then(setLinks, showError)
  }, [videositePluginId, streamerPluginId, storePluginId])
  if (links.length === 0) return null
  return (
    <Card title="Links">
      <ul class="stack">
        {links.map(({ label, plugin }) => (
          <li key={label} class="clip">
            <span class="soft">{label}</span>{' '}
            <a href={plugin.url} rel="noreferrer" target="_blank">
              {plugin.url}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

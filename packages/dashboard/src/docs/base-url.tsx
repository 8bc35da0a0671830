import { CopyButton } from '../components/copy-button.tsx'

/** Where the API is. */
export function BaseUrl({ url }: { url: string }) {
  return (
    <>
      <span>Base URL</span>
      <code>{url}</code>
      <CopyButton loudness="plain" text={url} />
    </>
  )
}

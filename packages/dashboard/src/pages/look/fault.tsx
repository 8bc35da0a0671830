/** What is wrong with a group of boxes. */
export function Fault({ id, error }: { id?: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={id} class="error small" role="alert">
      {error}
    </p>
  )
}

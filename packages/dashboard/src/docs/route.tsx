/** How a call is addressed: its method and its path, which may break after a slash and shows what is to be filled in. */
export function Route({ method, path }: { method: string; path: string }) {
  return (
    <p class="route">
      <Verb name={method} />{' '}
      <code>
        {path.split(/(\{\w+\}|\/)/).map((part, index) => {
          if (part === '/')
            return (
              <>
                /<wbr key={index} />
              </>
            )
          return part.startsWith('{') ? <var key={index}>{part}</var> : part
        })}
      </code>
    </p>
  )
}

/** A method of HTTP in its colour. */
export function Verb({ name, label = name }: { name: string; label?: string }) {
  return <span class={`verb ${name}`}>{label}</span>
}

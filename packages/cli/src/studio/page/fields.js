// The fields of a template, as a form made of its schema.

/** Shows the fields of a schema; what somebody has typed stays. */
export function showFields(form, { schema, example }) {
  const kept = form.children.length > 0 ? readFields(form) : example
  const fields = Object.entries(schema.properties ?? {})
  form.replaceChildren(
    ...fields.map(([name, field]) =>
      makeField(name, field, { value: kept[name], isNeeded: schema.required?.includes(name) ?? false }),
    ),
  )
}

/** What was typed. What is empty is left out, so that the template's own default counts. */
export function readFields(form) {
  const data = {}
  for (const input of form.querySelectorAll('[data-kind]')) {
    const { kind, byDefault } = input.dataset
    if (kind === 'boolean') {
      if (input.checked !== (byDefault === 'true')) data[input.name] = input.checked
    } else if (input.value !== '') data[input.name] = kind === 'string' ? input.value : parse(input.value)
  }
  return data
}

/** Says next to a field what is wrong with it; whether there is such a field. */
export function markField(form, name, message) {
  for (const input of form.querySelectorAll('[data-kind]')) {
    const isMeant = input.name === name
    input.setAttribute('aria-invalid', isMeant)
    const note = input.closest('.field').querySelector('small')
    note.classList.toggle('wrong', isMeant)
    note.textContent = isMeant ? capitalise(message) : note.dataset.hint
  }
  return form.elements.namedItem(name) !== null
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function makeField(name, schema, { value, isNeeded }) {
  const kind = schema.type ?? 'json'
  const input = makeInput(schema, kind, value)
  input.name = name
  input.dataset.kind = kind
  const title = element('span', { className: 'name' }, toWords(name), element('code', {}, name))
  const hint = describe(schema, isNeeded)
  const note = element('small', {}, hint)
  note.dataset.hint = hint
  const isColour = schema.pattern?.startsWith('^#') ?? false
  if (!isColour) return element('label', { className: 'field' }, title, input, note)
  // A label belongs to one input, and here are two.
  input.ariaLabel = toWords(name)
  return element('div', { className: 'field' }, title, addSwatch(input), note)
}

function makeInput(schema, kind, value) {
  if (schema.enum) return makeSelect(schema, value)
  if (kind === 'boolean') {
    const input = element('input', { type: 'checkbox', checked: value ?? schema.default ?? false })
    input.dataset.byDefault = String(schema.default ?? false)
    return input
  }
  const isLong = schema.maxLength > 200 || !['string', 'number', 'integer'].includes(kind)
  const input = element(isLong ? 'textarea' : 'input', { autocomplete: 'off' })
  if (kind === 'number' || kind === 'integer') {
    Object.assign(input, { type: 'number', step: kind === 'integer' ? '1' : 'any' })
    Object.assign(input, { min: schema.minimum ?? '', max: schema.maximum ?? '' })
  }
  if (schema.maxLength) input.maxLength = schema.maxLength
  if (schema.default !== undefined) input.placeholder = toText(schema.default)
  input.value = value === undefined ? '' : toText(value)
  return input
}

function makeSelect(schema, value) {
  const none = schema.default === undefined ? "The template's own" : `${schema.default} (default)`
  const choices = schema.enum.filter((choice) => choice !== schema.default)
  const options = [new Option(none, ''), ...choices.map((choice) => new Option(choice, choice))]
  const select = element('select', {}, ...options)
  select.value = value === schema.default ? '' : (value ?? '')
  return select
}

/** A text for the exact value, and the system's own chooser beside it. */
function addSwatch(input) {
  input.placeholder ||= 'From the cover'
  const swatch = element('input', { type: 'color', ariaLabel: 'Choose a colour' })
  const both = element('span', { className: 'colour' }, swatch, input)
  const follow = () => {
    const isColour = /^#[0-9a-f]{6}$/i.test(input.value)
    both.classList.toggle('unset', !isColour)
    if (isColour) swatch.value = input.value
  }
  follow()
  input.addEventListener('input', follow)
  swatch.addEventListener('input', () => {
    input.value = swatch.value
    follow()
  })
  return both
}

function describe({ description, maxLength, minimum, maximum }, isNeeded) {
  const range = minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`
  const length = maxLength && `Up to ${maxLength.toLocaleString('en')} characters`
  return [isNeeded && 'Needed', description, range || length].filter(Boolean).join(' · ')
}

/** customText → Custom text */
function toWords(name) {
  return capitalise(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())
}

function capitalise(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function toText(value) {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

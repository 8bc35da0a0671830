import type { Schema } from '../docs-renderer.ts'
import {
  describeRules,
  describeType,
  findInnerObject,
  listFields,
  type NamedSchema,
  resolve,
  type Schemas,
} from './describe-schema.ts'
import { Inline } from './prose.tsx'

/** Objects in objects are shown so deep; the rest is in the OpenAPI document. */
const DEEPEST = 5

type ObjectProps = { schema: Schema; schemas: Schemas; depth?: number }

/** The fields of an object with their types and rules; objects inside open on demand. */
export function ObjectFields({ schema, schemas, depth = 0 }: ObjectProps) {
  const fields = listFields(resolve(schema, schemas))
  return fields.length > 0 ? <PropertyList fields={fields} schemas={schemas} depth={depth} /> : null
}

type ListProps = { fields: NamedSchema[]; schemas: Schemas; depth?: number }

/** A list of fields, which need not be in one object: parameters, say. */
export function PropertyList({ fields, schemas, depth = 0 }: ListProps) {
  return (
    <ul class="properties">
      {fields.map((field) => (
        <PropertyItem key={field.name} field={field} schemas={schemas} depth={depth} />
      ))}
    </ul>
  )
}

type ItemProps = { field: NamedSchema; schemas: Schemas; depth: number }

function PropertyItem({ field: { name, schema, isRequired }, schemas, depth }: ItemProps) {
  const resolved = resolve(schema, schemas)
  const inner = depth < DEEPEST && findInnerObject(resolved, schemas)
  const rules = describeRules(resolved, schemas)
  return (
    <li>
      <div class="property">
        <code class="property-name">{name}</code>
        <span class="property-type">{describeType(schema, schemas)}</span>
        {isRequired && <span class="required">required</span>}
      </div>
      {resolved.description && (
        <p class="property-about">
          <Inline text={resolved.description} />
        </p>
      )}
      {rules.length > 0 && (
        <p class="property-rules">
          {rules.map((rule) => (
            <span key={rule}>
              <Inline text={rule} />
            </span>
          ))}
        </p>
      )}
      {inner && (
        <details class="inner">
          <summary>
            Fields of <code>{name}</code>
          </summary>
          <ObjectFields schema={inner} schemas={schemas} depth={depth + 1} />
        </details>
      )}
    </li>
  )
}

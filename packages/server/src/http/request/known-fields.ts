import { z } from 'zod'

/** The fields a schema knows, as a tree; `undefined` where anything goes. */
export type KnownFields =
  | { kind: 'object'; fields: Map<string, KnownFields | undefined>; isOpen: boolean }
  | { kind: 'list'; item: KnownFields | undefined }

/** Reads the field names out of a schema, once at start. */
export function listKnownFields(schema: z.ZodType): KnownFields | undefined {
  if (schema instanceof z.ZodObject) {
    const { shape, catchall } = schema.def
    const isOpen = catchall !== undefined && catchall._zod.def.type !== 'never'
    const fields = Object.entries(shape).map(
      ([name, field]) => [name, listKnownFields(field as z.ZodType)] as const,
    )
    return { kind: 'object', fields: new Map(fields), isOpen }
  }
  if (schema instanceof z.ZodArray)
    return { kind: 'list', item: listKnownFields(schema.element as z.ZodType) }
  // Of several forms only an object has fields; where there are two, nobody knows which one is meant.
  if (schema instanceof z.ZodUnion) {
    const forms = schema.options.map((option) => listKnownFields(option as z.ZodType)).filter((form) => form)
    return forms.length === 1 ? forms[0] : undefined
  }
  const inner = unwrapSchema(schema)
  return inner && listKnownFields(inner)
}

function unwrapSchema(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodPipe) return schema.in as z.ZodType
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodCatch
  ) {
    return schema.unwrap() as z.ZodType
  }
  return undefined
}

import { createRequire } from 'node:module'
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'

type Text = (value: unknown) => unknown
interface Options {
  ignoreAttributes?: boolean
  attrNodeName?: string
  tagValueProcessor?: Text
}

/** Maps options of fast-xml-parser 3 to those of version 5, where the text is a processor's second argument. */
const optionsOf = ({ ignoreAttributes = true, attrNodeName, tagValueProcessor: process }: Options) => ({
  ignoreAttributes,
  // s3rver encodes and decodes entities itself.
  processEntities: false,
  ...(attrNodeName && { attributesGroupName: attrNodeName, attributeNamePrefix: '' }),
  ...(process && { tagValueProcessor: (_name: string, value: unknown) => String(process(value)) }),
})

/** The API of fast-xml-parser 3 that s3rver 3.7 calls, on top of version 5. */
class Builder {
  readonly #builder: XMLBuilder
  constructor(options: Options) {
    this.#builder = new XMLBuilder(optionsOf(options))
  }
  parse(value: unknown): string {
    return this.#builder.build(value)
  }
}
const version3 = {
  validate: (xml: string) => XMLValidator.validate(xml),
  parse: (xml: string, options: Options) => new XMLParser(optionsOf(options)).parse(xml) as unknown,
  j2xParser: Builder,
}

/** Adds the version 3 API to the installed fast-xml-parser 5 for s3rver. Call before loading s3rver. */
export function giveS3rverItsParser(): void {
  const require = createRequire(import.meta.url)
  Object.assign(require('fast-xml-parser') as object, version3)
}

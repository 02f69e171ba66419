import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type BuildSerializer = ReturnType<typeof SerializerSelector>

/**
 * Builds serializers as Fastify does, but compiles each one at the first answer that needs it: a start then compiles
 * none of the several hundred, of which a server uses a few.
 */
export function serializeOnDemand(): BuildSerializer {
  const build = SerializerSelector()
  return (schemas, options) => {
    const compile = build(schemas, options)
    return (route) => {
      let serialize: ReturnType<typeof compile> | undefined
      return (answer) => (serialize ??= compile(route))(answer)
    }
  }
}

import { createRequire } from 'node:module'
import type { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

const require = createRequire(import.meta.url)

type BuildSerializer = ReturnType<typeof SerializerSelector>
type Compile = ReturnType<BuildSerializer>

/**
 * Builds serializers as Fastify does, but compiles each one at the first answer that needs it: a start then compiles
 * none of the several hundred, of which a server uses a few, and does not load the compiler, a sixteenth of all modules.
 */
export function serializeOnDemand(): BuildSerializer {
  return (schemas, options) => {
    let compile: Compile | undefined
    return (route) => {
      let serialize: ReturnType<Compile> | undefined
      return (answer) => {
        compile ??= loadCompiler().SerializerSelector()(schemas, options)
        return (serialize ??= compile(route))(answer)
      }
    }
  }
}

/** Fastify writes an answer in one go, so the compiler cannot be waited for. */
function loadCompiler() {
  return require('@fastify/fast-json-stringify-compiler') as { SerializerSelector: typeof SerializerSelector }
}

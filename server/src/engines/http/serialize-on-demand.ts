import { createRequire } from 'node:module'
import type { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

const require = createRequire(import.meta.url)

type BuildSerializer = ReturnType<typeof SerializerSelector>
type Compile = ReturnType<BuildSerializer>

/**
 * Builds serializers as Fastify does, but compiles each one at the first response that needs it. A start then compiles
 * none of the several hundred, of which a server uses a few. It also does not load the compiler, a sixteenth of all
 * modules.
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

/** Fastify serializes a response synchronously, so the compiler must load synchronously. */
function loadCompiler() {
  return require('@fastify/fast-json-stringify-compiler') as { SerializerSelector: typeof SerializerSelector }
}

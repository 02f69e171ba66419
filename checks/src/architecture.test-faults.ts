import type { Program } from 'oxc-parser'
import { type AstNode, isNode, namedCallee, walk } from './architecture.walk.ts'

/** Makes a test result depend on chance: on the speed of the machine, the time of day, a port, or other tests. */
export type TestFault =
  | 'waits for a fixed time'
  | 'waits for a second only'
  | 'asserts the time of now'
  | 'uses a fixed port'
  | 'depends on the order of tests'
  | 'changes what tests share'

const TESTS = /\.(test|spec|test-suite)\.ts$|^e2e\/src\//

/** Whether a file holds tests, or steps of tests in a browser. */
export function holdsTests(path: string): boolean {
  return TESTS.test(path)
}

/** Finds the faults of a test file, each once. */
export function testFaultsOf(program: Program): readonly TestFault[] {
  const sleeps = namesOfSleep(program)
  const isVitest = program.body.some(
    (each) => each.type === 'ImportDeclaration' && each.source.value === 'vitest',
  )
  const faults = new Set<TestFault>()
  walk(program, (node, ancestors) => {
    if (isFixedWait(node, { sleeps, ancestors })) faults.add('waits for a fixed time')
    if (isVitest && hasDefaultLimit(node)) faults.add('waits for a second only')
    if (isNow(node) && isInAssertion(ancestors)) faults.add('asserts the time of now')
    if (isFixedPort(node)) faults.add('uses a fixed port')
    if (isOrdered(node)) faults.add('depends on the order of tests')
    if (isSharedChange(node)) faults.add('changes what tests share')
  })
  return [...faults]
}

/** The local names of `setTimeout` of `node:timers/promises`. */
function namesOfSleep({ body }: Program): ReadonlySet<string> {
  return new Set(
    body
      .filter((statement) => statement.type === 'ImportDeclaration')
      .filter(({ source }) => source.value === 'node:timers/promises')
      .flatMap(({ specifiers }) => specifiers)
      .filter((each) => each.type === 'ImportSpecifier' && nameOf(each.imported) === 'setTimeout')
      .map(({ local }) => local.name),
  )
}

type Place = { readonly sleeps: ReadonlySet<string>; readonly ancestors: readonly AstNode[] }

/** A wait in a loop polls for a condition, and a computed wait is one of many moments, so neither counts as fixed. */
function isFixedWait(node: AstNode, { sleeps, ancestors }: Place): boolean {
  if (node.type === 'Literal') return node['value'] === 'networkidle'
  if (node.type !== 'CallExpression') return false
  const [first, second] = argumentsOf(node)
  const name = namedCallee(node)
  if (name === 'waitForTimeout') return true
  const isPoll = ancestors.some(({ type }) => type === 'WhileStatement' || type === 'DoWhileStatement')
  if (isPoll) return false
  const isPlainName = isNode(node['callee']) && node['callee'].type === 'Identifier'
  if (isPlainName && sleeps.has(name)) return isConstantWait(first)
  return name === 'setTimeout' && isConstantWait(second) && resolvesPromise(first, ancestors)
}

/** Whether it is the `resolve` of the enclosing `new Promise((resolve) => …)`, or only calls it. */
function resolvesPromise(work: AstNode | undefined, ancestors: readonly AstNode[]): boolean {
  const promise = ancestors.findLast(
    (each) => each.type === 'NewExpression' && nameOf(each['callee']) === 'Promise',
  )
  const executor = promise && argumentsOf(promise)[0]
  const parameters = executor?.['params']
  const resolve = Array.isArray(parameters) ? nameOf(parameters[0]) : undefined
  if (resolve === undefined || !work) return false
  if (nameOf(work) === resolve) return true
  const body = work.type === 'ArrowFunctionExpression' ? work['body'] : undefined
  return isNode(body) && body.type === 'CallExpression' && namedCallee(body) === resolve
}

/**
 * A number or a name in capitals. 0 only yields to other work. A computed value is a limit of the tested code, or one
 * of many moments.
 */
function isConstantWait(node: AstNode | undefined): boolean {
  if (!node) return false
  if (node.type === 'Literal') return typeof node['value'] === 'number' && node['value'] > 0
  return node.type === 'Identifier' && /^[A-Z][A-Z\d_]*$/.test(nameOf(node) ?? '')
}

/** Vitest ends such a wait after a second, but real input and output may take that long on a busy machine. */
function hasDefaultLimit(node: AstNode): boolean {
  if (node.type !== 'CallExpression' || argumentsOf(node).length > 1) return false
  const name = namedCallee(node)
  return rootOf(node) === 'vi' ? ['waitFor', 'waitUntil'].includes(name) : isPollOfExpect(node)
}

function isPollOfExpect({ callee }: AstNode): boolean {
  if (!isNode(callee) || callee.type !== 'MemberExpression') return false
  return nameOf(callee['object']) === 'expect' && nameOf(callee['property']) === 'poll'
}

function isNow(node: AstNode): boolean {
  if (node.type === 'NewExpression')
    return nameOf(node['callee']) === 'Date' && argumentsOf(node).length === 0
  const { callee } = node
  if (node.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return false
  return nameOf(callee['object']) === 'Date' && nameOf(callee['property']) === 'now'
}

/** A function within an assertion runs elsewhere, such as in a page with a clock of its own. */
function isInAssertion(ancestors: readonly AstNode[]): boolean {
  const ofFunction = ancestors.findLastIndex(({ type }) => /Function/.test(type))
  return ancestors
    .slice(ofFunction + 1)
    .some((each) => each.type === 'CallExpression' && rootOf(each) === 'expect')
}

/** The first name of a chain of calls and members: `expect` of `expect(a).not.toBe(b)`. */
function rootOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'CallExpression') return rootOf(node['callee'])
  if (node.type === 'MemberExpression') return rootOf(node['object'])
  return nameOf(node)
}

const LISTENERS = new Set(['listen', 'connect', 'createConnection'])
const CALLERS = new Set(['fetch', 'goto', 'request'])
const LOCAL_ADDRESS = /^[a-z]+:\/\/(localhost|127\.0\.0\.1|\[::1\]):\d/

function isFixedPort(node: AstNode): boolean {
  if (node.type !== 'CallExpression') return false
  const [first] = argumentsOf(node)
  const name = namedCallee(node)
  if (CALLERS.has(name)) return typeof first?.['value'] === 'string' && LOCAL_ADDRESS.test(first['value'])
  return LISTENERS.has(name) && (isPort(first) || isPort(propertyOf(first, 'port')))
}

function isPort(node: AstNode | undefined): boolean {
  return node?.type === 'Literal' && typeof node['value'] === 'number' && node['value'] > 0
}

const ORDERED = new Set(['serial', 'sequential'])
const GROUPS = new Set(['describe', 'test', 'it', 'suite'])

function isOrdered(node: AstNode): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression') {
    const { source } = node
    return isNode(source) && /\.(test|spec)\.tsx?$/.test(String(source['value']))
  }
  if (node.type === 'MemberExpression')
    return ORDERED.has(nameOf(node['property']) ?? '') && GROUPS.has(rootOf(node) ?? '')
  if (node.type !== 'CallExpression' || namedCallee(node) !== 'configure') return false
  return propertyOf(argumentsOf(node)[0], 'mode')?.['value'] === 'serial'
}

/** Tables that belong to a person or a county itself. A document refers to its sender without changing them. */
const SHARED_TABLES =
  'account|membership|credential|second_factor|recovery_code|passkey|identity|session|half_session|token|known_device|known_network|county|county_email_address|county_email_domain|county_organization|county_agent'
const CHANGE_OF_SHARED = new RegExp(`\\b(UPDATE|DELETE\\s+FROM|INSERT\\s+INTO)\\s+(${SHARED_TABLES})\\b`)

/** `people` are created once per worker for all its tests, so a change to one of them affects the later tests. */
function isSharedChange(node: AstNode): boolean {
  if (node.type !== 'CallExpression') return false
  const name = namedCallee(node)
  if (rootOf(node) !== 'records' && name !== 'endSessions') return false
  const shared = sharedIn(argumentsOf(node))
  if (name === 'endSessions') return shared.length > 0
  if (name !== 'run') return shared.includes('county')
  return shared.length > 0 && CHANGE_OF_SHARED.test(textOf(argumentsOf(node)[0]))
}

/** The names of shared people and counties below these nodes, such as `administrator`. */
function sharedIn(nodes: readonly AstNode[]): string[] {
  const shared: string[] = []
  walk(nodes, (each) => {
    if (each.type === 'MemberExpression' && nameOf(each['object']) === 'people')
      shared.push(nameOf(each['property']) ?? '')
  })
  return shared
}

/** The text of a literal or a template, without its expressions. */
function textOf(node: AstNode | undefined): string {
  const texts: string[] = []
  walk(node, ({ type, value }) => {
    if (type === 'Literal' && typeof value === 'string') texts.push(value)
    if (type === 'TemplateElement') texts.push((value as { raw: string }).raw)
  })
  return texts.join(' ')
}

function argumentsOf(node: AstNode): readonly AstNode[] {
  const list = node['arguments']
  return Array.isArray(list) ? list.filter(isNode) : []
}

function propertyOf(node: AstNode | undefined, name: string): AstNode | undefined {
  const properties = node?.type === 'ObjectExpression' ? node['properties'] : undefined
  const found = Array.isArray(properties)
    ? properties.filter(isNode).find((each) => nameOf(each['key']) === name)
    : undefined
  return isNode(found?.['value']) ? found['value'] : undefined
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : undefined
}

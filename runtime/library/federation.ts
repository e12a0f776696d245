import { SkillgraftError } from '../../schema/errors.js';
import { resourcePath, resourceUri } from '../../schema/format.js';
import type { SkillEntry } from '../../schema/index.types.js';
import { Catalog, type Lookup } from '../catalog.js';
import { handOffsOf, historyFolder, type LineageAnswer } from '../lineage-view.js';
import { lookupNotices } from '../lookup-notices.js';
import { checkFilter } from '../search/check-options.js';
import type { Explanation } from '../search/explain.js';
import { matchesFilter } from '../search/filter.js';
import { allLeftOut } from '../search/reject.js';
import { isCurrent, type SearchSource, search } from '../search/search.js';
import type { SkillIndex } from '../skill-index.js';
import type { SkillLibrary } from '../skill-library.js';
import type {
  GetOptions,
  Notice,
  SearchAnswer,
  SearchOptions,
  SkillContent,
  SkillFile,
  SkillFilter,
  SkillSummary,
} from '../types.js';
import { FederatedEngine } from './federated-engine.js';
import { FederatedRanking } from './federated-ranking.js';
import { type FederatedSkill, type Identities, identify } from './identities.js';
import type { LibrarySource } from './source.js';

/** One of the indexes of a federation. */
export type FederationMember = Pick<
  LibrarySource,
  'name' | 'scope' | 'prefix' | 'allow' | 'block' | 'kind'
> & {
  readonly index: SkillIndex;
};

/** Several indexes that answer as one; see `identify` for what their skills are called. Does not change. */
export class Federation implements SkillLibrary {
  readonly location: string;
  readonly origin: string;
  readonly skills: readonly SkillEntry[];
  readonly notices: readonly Notice[];
  readonly leftOut: number;
  /** What each search says. */
  readonly #standing: readonly Notice[];
  readonly #members: readonly FederationMember[];
  readonly #identities: Identities;
  readonly #catalog: Catalog;
  readonly #ranking: FederatedRanking;
  /** What was said of single indexes: it is said once. */
  readonly #said = new Set<string>();

  /**
   * @param members in the order of precedence, at least one
   * @param notices what is to be said with each search, such as that an index is not there
   */
  constructor(members: readonly FederationMember[], notices: readonly Notice[] = []) {
    const identities = identify(members.map(({ index, ...member }) => ({ ...member, skills: index.skills })));
    this.#members = members;
    this.#identities = identities;
    this.#standing = notices;
    this.notices = [...notices, ...members.flatMap(ownNotices)];
    this.leftOut = identities.places.reduce(
      (sum, all) => sum + all.filter((place) => place === -1).length,
      0,
    );
    // An empty folder of a host is nothing to speak of.
    const shown = members.filter(({ kind, index }) => kind !== 'host' || index.skills.length > 0);
    this.location = shown.map(({ name, index }) => `${name} (${index.place})`).join(', ') || 'no skills';
    this.origin = `${members.length} ${members.length === 1 ? 'index' : 'indexes'}: ${members.map(({ name }) => name).join(', ')}`;
    this.skills = identities.skills.map(({ entry }) => entry);
    this.#catalog = new Catalog(this.skills, formerPaths(members, identities));
    this.#ranking = new FederatedRanking(members, identities);
  }

  /**
   * Ranks the skills of all indexes for a query; see `SkillIndex.search`. What is wrong with one index is a notice.
   *
   * @throws SkillgraftError `bad-option`, `rerank-broken`, `embedder-broken`, `vector-index-broken`
   */
  async search(query: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    const { source, notices } = await this.#source();
    const answer = await search(source, query, options);
    const once = this.#unsaid([...this.#members.flatMap(ownNotices), ...notices]);
    const isLeftOut = answer.rejected?.reason === 'empty-index' && this.leftOut > 0;
    return {
      ...answer,
      ...(isLeftOut ? { rejected: { ...answer.rejected!, message: allLeftOut(this.leftOut) } } : {}),
      notices: [...this.#standing, ...once, ...answer.notices],
    };
  }

  /** @throws SkillgraftError `skill-unknown` with the nearest names, `bad-option`, … */
  async explain(query: string, word: string): Promise<Explanation> {
    const { explain } = await import('../search/explain.js');
    const { position, skill, notices } = this.#resolve(word);
    const { source, notices: said } = await this.#source();
    const handsOffTo = handOffsOf(this.#lineageOf(skill)).map((path) =>
      this.#pathAmongAll(skill.source, path),
    );
    const explanation = await explain(source, query, position, handsOffTo);
    return { ...explanation, notices: [...this.#standing, ...notices, ...said, ...explanation.notices] };
  }

  list(filter: SkillFilter = {}): SkillSummary[] {
    checkFilter(filter);
    return this.#identities.skills
      .flatMap((skill, position) => (matchesFilter(skill.entry, filter) ? [this.#summary(position)] : []))
      .filter((summary) => filter.current !== true || isCurrent(summary));
  }

  /**
   * Finds a skill by path, name, `skill://` URI or former name, each with a source's name or prefix and a colon before it, too.
   * Where several have the word as their name, the one of the first source is found.
   */
  find(word: string): Lookup {
    const found = this.#catalog.find(word);
    if (found.kind === 'found') return this.#byPrecedence(found);
    const position = this.#findInMember(word);
    return position === null ? found : { kind: 'found', document: position, others: [] };
  }

  lineage(word: string): LineageAnswer {
    return this.#lineageOf(this.#resolve(word).skill);
  }

  async get(word: string, options: GetOptions = {}): Promise<SkillContent> {
    const { position, skill, notices } = this.#resolve(word);
    const { index, own } = this.#member(skill);
    const content = await index.get(own.path, options);
    const isOwnPath = content.path === own.path;
    return {
      ...content,
      ...(isOwnPath ? this.#identity(position, content.lineage) : this.#marks(position)),
      uri: skill.entry.uri,
      files: content.files.map((file) => ({ ...file, uri: moved(file.uri, own, skill.entry) })),
      notices: [...notices, ...content.notices],
    };
  }

  async file(word: string, path: string, options: GetOptions = {}): Promise<SkillFile> {
    const { skill } = this.#resolve(word);
    const { index, own } = this.#member(skill);
    const folder = skill.entry.uri.slice(0, -'SKILL.md'.length);
    const wanted = path.startsWith(folder) ? resourcePath(skill.entry.uri, path) : path;
    const file = await index.file(own.path, wanted, options);
    return { ...file, uri: moved(file.uri, own, skill.entry) };
  }

  /**
   * The index that has a skill. For one that is not there yet: the source that its name begins with, else the first one of
   * this project that is of a commit here.
   */
  home(word: string): SkillIndex {
    const found = this.find(word);
    if (found.kind === 'found') return this.#member(this.#identities.skills[found.document]!).index;
    const named = this.#members[this.#sourceOf(word)?.source ?? -1];
    if (named !== undefined) return named.index;
    const isHere = ({ scope, index }: FederationMember): boolean =>
      scope === 'project' && index.artifact.source.kind === 'commit' && !/^https?:/i.test(index.location);
    return (this.#members.find(isHere) ?? this.#members[0]!).index;
  }

  /** The word itself where it leads to the skill there, too: it may be what a new skill is to be called. */
  nameAtHome(word: string): string {
    const found = this.find(word);
    if (found.kind === 'none') return this.#sourceOf(word)?.rest ?? word;
    const { index, own } = this.#member(this.#identities.skills[found.document]!);
    const there = index.find(word);
    return there.kind === 'found' && index.skills[there.document] === own ? word : own.path;
  }

  async #source(): Promise<{ source: SearchSource; notices: readonly Notice[] }> {
    const { parts, notices } = await this.#ranking.open();
    const source: SearchSource = {
      catalog: this.#catalog,
      engine: new FederatedEngine(parts, this.#identities.skills),
      semantic: null,
      summary: (position) => this.#summary(position),
      formerly: (position) => {
        const { source: member, document } = this.#identities.skills[position]!;
        return this.#ranking.parts[member]!.formerly(document);
      },
      utility: (position) => {
        const { source: member, document } = this.#identities.skills[position]!;
        return this.#ranking.parts[member]!.utility(document);
      },
    };
    return { source, notices };
  }

  #unsaid(notices: readonly Notice[]): Notice[] {
    const fresh = notices.filter(({ message }) => !this.#said.has(message));
    for (const { message } of fresh) this.#said.add(message);
    return fresh;
  }

  #summary(position: number): SkillSummary {
    const { source, document } = this.#identities.skills[position]!;
    const summary = this.#ranking.parts[source]!.summary(document);
    return { ...summary, ...this.#identity(position, summary.lineage) };
  }

  /** The path that a skill has among all, and where it is from. */
  #identity(position: number, lineage: readonly string[]): Partial<SkillSummary> & { path: string } {
    const { entry, source, document } = this.#identities.skills[position]!;
    const own = this.#members[source]!.index.skills[document]!;
    const last = lineage.at(-1);
    const isMoved = entry.path !== own.path && last?.startsWith(own.path);
    return {
      path: entry.path,
      ...(isMoved ? { lineage: [...lineage.slice(0, -1), entry.path + last!.slice(own.path.length)] } : {}),
      ...this.#marks(position),
    };
  }

  #marks(position: number): Pick<SkillSummary, 'source' | 'alsoIn'> {
    const { source, alsoIn } = this.#identities.skills[position]!;
    return { source: this.#members[source]!.name, ...(alsoIn.length > 0 ? { alsoIn } : {}) };
  }

  /** The earlier source first; within one the order of its names stays. */
  #byPrecedence(found: Extract<Lookup, { kind: 'found' }>): Lookup {
    if (found.others.length === 0) return found;
    const positionOf = (path: string): number => this.skills.findIndex((skill) => skill.path === path);
    const all = [found.document, ...found.others.map(positionOf)];
    const sourceOf = (position: number): number => this.#identities.skills[position]!.source;
    all.sort((a, b) => sourceOf(a) - sourceOf(b));
    return {
      ...found,
      document: all[0]!,
      others: all.slice(1).map((position) => this.skills[position]!.path),
    };
  }

  /** What one index knows by a word that is no skill's among all: `source:word`, what is folded, what has other URIs. */
  #findInMember(word: string): number | null {
    const named = this.#sourceOf(word);
    const tries = named === null ? this.#members.map((_, source) => ({ source, rest: word })) : [named];
    for (const { source, rest } of tries) {
      const found = this.#members[source]!.index.find(rest);
      const position = found.kind === 'found' ? this.#identities.places[source]![found.document]! : -1;
      if (position !== -1) return position;
    }
    return null;
  }

  /** `team:git-commit` as the source of that name, or of that prefix where none has the name, and the rest. A URI begins with no source. */
  #sourceOf(word: string): { readonly source: number; readonly rest: string } | null {
    const match = /^\s*([\w.-]+):(?!\/\/)(.+)$/su.exec(word);
    if (match === null) return null;
    const [, name, rest] = match as unknown as readonly [string, string, string];
    const places = (key: 'name' | 'prefix'): number =>
      this.#members.findIndex((member) => member[key]?.toLowerCase() === name.toLowerCase());
    const source = places('name') === -1 ? places('prefix') : places('name');
    return source === -1 ? null : { source, rest };
  }

  #resolve(word: string): { position: number; skill: FederatedSkill; notices: Notice[] } {
    const found = this.find(word);
    if (found.kind === 'none') throw this.#unknown(word, found.nearest);
    const skill = this.#identities.skills[found.document]!;
    return { position: found.document, skill, notices: lookupNotices(found, skill.entry) };
  }

  /** What an index knows of a skill that was removed or could not be read says more than that there is none. */
  #unknown(word: string, nearest: readonly string[]): SkillgraftError {
    for (const { index } of this.#members) {
      const error = index.find(word).kind === 'none' ? errorOf(() => index.lineage(word)) : null;
      if (error?.code === 'skill-failed' || error?.code === 'skill-removed') return error;
    }
    const shown = word.length > 100 ? `${word.slice(0, 100).toWellFormed()}…` : word;
    const hint =
      nearest.length > 0 ? `Did you mean ${nearest.join(', ')}?` : 'Search for it, or list the skills.';
    const away = this.notices.map(({ message }) => message).join(' ');
    return new SkillgraftError('skill-unknown', `There is no skill ${shown}.`, `${hint} ${away}`.trimEnd());
  }

  #member({ source, document }: FederatedSkill): { index: SkillIndex; own: SkillEntry } {
    const { index } = this.#members[source]!;
    return { index, own: index.skills[document]! };
  }

  #lineageOf(skill: FederatedSkill): LineageAnswer {
    const { index, own } = this.#member(skill);
    return index.lineage(own.path);
  }

  #pathAmongAll(source: number, path: string): string {
    const own = this.#members[source]!.index.skills.findIndex((skill) => skill.path === path);
    const position = own === -1 ? -1 : this.#identities.places[source]![own]!;
    return position === -1 ? path : this.skills[position]!.path;
  }
}

function ownNotices({ name, index }: FederationMember): Notice[] {
  return index.notices.map(({ code, message }) => ({ code, message: `Index ${name}: ${message}` }));
}

/** A file's URI in the index as the one that it has among all. */
function moved(uri: string, own: SkillEntry, among: SkillEntry): string {
  return own.uri === among.uri ? uri : resourceUri(among.uri, resourcePath(own.uri, uri));
}

function errorOf(run: () => unknown): SkillgraftError | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof SkillgraftError) return error;
    throw error;
  }
}

/** Former paths of the skills, by the folder that the catalog looks under. */
function formerPaths(members: readonly FederationMember[], { skills }: Identities): Map<string, string[]> {
  const former = new Map<string, string[]>();
  const parts = members.map(({ index }) => index.rankingParts());
  for (const { source, document, entry } of skills) {
    const paths = parts[source]!.formerly(document);
    if (paths.length === 0) continue;
    const folder = historyFolder(entry);
    former.set(folder, [...(former.get(folder) ?? []), ...paths]);
  }
  return former;
}

import { SkillgraftError } from '../schema/errors.js';
import type { Artifact, SkillEntry } from '../schema/index.types.js';
import type { RoutingSection, UsageSection } from '../schema/usage/section.js';
import type { SkillUtility } from '../schema/usage/types.js';
import type { IndexBytes } from './bytes/index-bytes.js';
import { Catalog, type Lookup, plainWord } from './catalog.js';
import type { VersionDiff } from './diff-versions.js';
import type { DuplicateOptions, Duplicates } from './duplicates.js';
import type { EmbeddableText } from './embed/recipe.js';
import type { ArtifactFiles } from './files/files.js';
import type { EdgeType, LineageGraph } from './graph/graph.js';
import { handOffsOf, type LineageAnswer, LineageView } from './lineage-view.js';
import type { LoadedArtifact } from './load.js';
import { lookupNotices } from './lookup-notices.js';
import { checkFilter } from './search/check-options.js';
import { SearchEngine } from './search/engine.js';
import type { Explanation } from './search/explain.js';
import { matchesFilter } from './search/filter.js';
import { IndexVectors, type Meaning } from './search/index-vectors.js';
import { LexicalSearcher } from './search/lexical.js';
import { isCurrent, type SearchSource, search } from './search/search.js';
import type { SemanticSearcher } from './search/semantic.js';
import { Synonyms } from './search/synonyms.js';
import type { SimilarSkills } from './similar-skills.js';
import type { ContentContext } from './skill-content.js';
import type { SkillLibrary } from './skill-library.js';
import { type Stats, statsOf } from './stats.js';
import { summarise } from './summary.js';
import type {
  GetOptions,
  Notice,
  OpenOptions,
  SearchAnswer,
  SearchOptions,
  SkillContent,
  SkillFile,
  SkillFilter,
  SkillSummary,
} from './types.js';
import { type RatedSkill, rateSkill } from './usage/utility.js';

/** What several indexes that rank as one need of each. */
export interface RankingParts {
  /** Judges by the index's own statistics and calibration. */
  readonly engine: SearchEngine;
  readonly searcher: LexicalSearcher;
  readonly synonyms: Synonyms;
  /** Its recorded queries; null where there are none. */
  readonly routing: RoutingSection | null;
  /** Opens its vectors and their model; see `IndexVectors.open`. */
  vectors(): ReturnType<IndexVectors['open']>;
  summary(document: number): SkillSummary;
  formerly(document: number): readonly string[];
  utility(document: number): RatedSkill | null;
}

/** An opened artifact: read-only, and the same answer to the same question. */
export class SkillIndex implements SkillLibrary {
  readonly artifact: Artifact;
  /** Where it was opened. */
  readonly location: string;
  readonly notices: readonly Notice[];
  /** The skills, sorted by path. */
  readonly skills: readonly SkillEntry[];
  /** What became of the skills that were used; null where the repository has no records. */
  readonly usage: UsageSection | null;
  /** Made when first asked for: opening an index stays as cheap as reading it. */
  #names: Catalog | undefined;
  #ranking: SearchEngine | undefined;
  #expansions: Synonyms | undefined;
  #utilities: ReadonlyMap<string, SkillUtility> | undefined;
  readonly #searcher: LexicalSearcher;
  readonly #lineage: LineageView;
  readonly #files: ArtifactFiles;
  readonly #options: OpenOptions;
  readonly #section: LoadedArtifact['section'];
  readonly #vectors: IndexVectors;
  /** Code of what was said last of the vectors and their model: it is said once. */
  #said: string | undefined;

  private constructor(
    loaded: LoadedArtifact,
    files: ArtifactFiles,
    options: OpenOptions,
    skills: readonly SkillEntry[],
    searcher: LexicalSearcher,
    lineage: LineageView,
    usage: UsageSection | null,
    notices: readonly Notice[],
  ) {
    this.artifact = loaded.artifact;
    this.location = files.location;
    this.skills = skills;
    this.usage = usage;
    this.notices = notices;
    this.#searcher = searcher;
    this.#lineage = lineage;
    this.#files = files;
    this.#options = options;
    this.#section = loaded.section;
    const read = () => loaded.section('vectors');
    this.#vectors = new IndexVectors({ read, documents: skills.length, options });
  }

  /** Reads the sections of a loaded artifact. Use `openIndex`. */
  static async create(
    loaded: LoadedArtifact,
    files: ArtifactFiles,
    options: OpenOptions,
    notices: readonly Notice[] = [],
  ): Promise<SkillIndex> {
    const [skills, lexical, lineage, usage] = await Promise.all([
      loaded.section('skills'),
      loaded.section('lexical'),
      loaded.section('lineage'),
      loaded.section('usage'),
    ]);
    if (lexical.documents !== skills.length) {
      throw new SkillgraftError(
        'artifact-broken',
        'The index and its skills differ in number.',
        'Build the index again.',
      );
    }
    return new SkillIndex(
      loaded,
      files,
      options,
      skills,
      new LexicalSearcher(lexical, options.profile),
      new LineageView(lineage),
      usage,
      notices,
    );
  }

  get place(): string {
    return this.#files.builtFrom ?? this.location;
  }

  /** What the skills are of, for people: the end of a sentence. */
  get origin(): string {
    const { commit } = this.artifact.source;
    return commit === undefined ? 'a folder' : `a repository at commit ${commit.slice(0, 12)}`;
  }

  /** The files that it was opened from: its index, the parts of that, and those of the skills. */
  get files(): ArtifactFiles {
    return this.#files;
  }

  /** The index that a proposal goes to: this one. */
  home(): SkillIndex {
    return this;
  }

  nameAtHome(word: string): string {
    return word;
  }

  get #catalog(): Catalog {
    this.#names ??= new Catalog(this.skills, this.#lineage.former());
    return this.#names;
  }

  /**
   * Ranks skills for a query. An empty answer says why in `rejected`.
   *
   * @throws SkillgraftError `bad-option`, `rerank-broken`, `embedder-broken`, `vector-index-broken`
   */
  async search(query: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    const { searcher, notice } = await this.#vectors.open();
    const answer = await search(this.#source(searcher), query, options);
    if (notice === null || this.#said === notice.code) return answer;
    this.#said = notice.code;
    return { ...answer, notices: [notice, ...answer.notices] };
  }

  /**
   * Why a skill has the place that it has for a query: every part of its score, what the gate saw, and what the skill
   * above it has more.
   *
   * @throws SkillgraftError `skill-unknown` with the nearest names, `bad-option`, `embedder-broken`, `vector-index-broken`
   */
  async explain(query: string, word: string): Promise<Explanation> {
    const { explain } = await import('./search/explain.js');
    const { skill, notices } = this.#resolve(word);
    const { searcher, notice } = await this.#vectors.open();
    const explanation = await explain(
      this.#source(searcher),
      query,
      this.skills.indexOf(skill),
      handOffsOf(this.#lineage.answer(skill)),
    );
    return {
      ...explanation,
      notices: [...notices, ...(notice === null ? [] : [notice]), ...explanation.notices],
    };
  }

  /**
   * Skills that are there more than once: copies, and pairs that are near in meaning.
   *
   * @throws SkillgraftError `bad-option`, `no-vectors`, `artifact-…` where the vectors cannot be read
   */
  async duplicates(options: DuplicateOptions = {}): Promise<Duplicates> {
    const { findDuplicates } = await import('./duplicates.js');
    const sends = new Set(
      this.#lineage.section.edges.flatMap(({ type, from, to }) =>
        type === 'hands-off-to' ? [`${from}\n${to}`] : [],
      ),
    );
    const handsOff = (a: SkillEntry, b: SkillEntry): boolean =>
      sends.has(`${a.path}\n${b.path}`) || sends.has(`${b.path}\n${a.path}`);
    return findDuplicates(
      { skills: this.skills, vectors: await this.#section('vectors'), handsOff },
      options,
    );
  }

  /**
   * Skills that are near in meaning to a text that is none of them, nearest first.
   *
   * @param least cosine, above 0 and up to 1
   * @throws SkillgraftError `artifact-broken`
   */
  async similar(text: EmbeddableText, least: number): Promise<SimilarSkills> {
    const { findSimilar } = await import('./similar-skills.js');
    const vectors = await this.#section('vectors');
    return findSimilar({ skills: this.skills, vectors, embedder: this.#options.embedder }, text, least);
  }

  /**
   * How searches compare meanings, and by which model. Reads both.
   *
   * @throws SkillgraftError `bad-option`, `embedder-broken`, `vector-index-broken`
   */
  meaning(): Promise<Meaning> {
    return this.#vectors.meaning();
  }

  /**
   * Checks the vectors, which opening an index does not read; a search without them goes by words alone. Does nothing for
   * a reader that wants no embedder.
   *
   * @throws SkillgraftError `artifact-…` where they cannot be read or do not fit
   */
  checkVectors(): Promise<void> {
    return this.#vectors.check();
  }

  #source(semantic: SemanticSearcher | null): SearchSource {
    return { catalog: this.#catalog, engine: this.#engine, semantic, ...this.#known() };
  }

  #known(): Pick<SearchSource, 'summary' | 'formerly' | 'utility'> {
    const now = this.#now();
    return {
      summary: (document: number) => summarise(this.skills[document]!, this.#lineage, now),
      formerly: (document: number) => this.#lineage.of(this.skills[document]!)?.formerly ?? [],
      utility: (document: number) => this.#utility(this.skills[document]!.path),
    };
  }

  #utility(path: string): RatedSkill | null {
    this.#utilities ??= new Map(this.usage?.skills.map((one) => [one.path, one]));
    return rateSkill(this.#utilities.get(path));
  }

  /** What ranks its skills among those of others. */
  rankingParts(): RankingParts {
    return {
      engine: this.#engine,
      searcher: this.#searcher,
      synonyms: this.#synonyms,
      routing: this.usage?.routing ?? null,
      vectors: () => this.#vectors.open(),
      ...this.#known(),
    };
  }

  get #synonyms(): Synonyms {
    this.#expansions ??= new Synonyms(this.artifact.synonyms);
    return this.#expansions;
  }

  get #engine(): SearchEngine {
    this.#ranking ??= new SearchEngine({
      skills: this.skills,
      searcher: this.#searcher,
      synonyms: this.#synonyms,
      calibration: this.artifact.calibration,
      routing: this.usage?.routing ?? null,
    });
    return this.#ranking;
  }

  /** All skills that pass a filter, in path order. */
  list(filter: SkillFilter = {}): SkillSummary[] {
    checkFilter(filter);
    const now = this.#now();
    return this.skills
      .filter((skill) => matchesFilter(skill, filter))
      .map((skill) => summarise(skill, this.#lineage, now))
      .filter((summary) => filter.current !== true || isCurrent(summary));
  }

  /** Finds a skill by path, name, `skill://` URI or former name. */
  find(word: string): Lookup {
    return this.#catalog.find(word);
  }

  /** @throws SkillgraftError `skill-unknown` with the nearest names */
  lineage(word: string): LineageAnswer {
    return this.#lineage.answer(this.#resolve(word).skill);
  }

  /** How skills hang together: renames, copies, parents, hand-offs; only edges of `types` where they are given. */
  async graph(types?: readonly EdgeType[]): Promise<LineageGraph> {
    const { lineageGraph } = await import('./graph/graph.js');
    return lineageGraph(this.skills, this.#lineage.section.edges, types);
  }

  stats(): Stats {
    return statsOf(this.artifact, this.skills, this.#lineage.section, this.usage?.skills);
  }

  /** What its parts and each skill take, in bytes. */
  async bytes(): Promise<IndexBytes> {
    const { indexBytes } = await import('./bytes/index-bytes.js');
    const [lexical, vectors] = await Promise.all([this.#section('lexical'), this.#section('vectors')]);
    const lineage = this.#lineage.section;
    return indexBytes(this.artifact, {
      skills: [...this.skills],
      lexical,
      vectors,
      lineage,
      usage: this.usage,
    });
  }

  /**
   * A skill with its body, from the artifact or, for an older version, from the repository.
   *
   * @throws SkillgraftError `skill-unknown`, `version-unknown`, `no-repository`, `file-changed`
   */
  async get(word: string, options: GetOptions = {}): Promise<SkillContent> {
    const context = this.#context(word);
    const { currentContent, oldContent } = await import('./skill-content.js');
    const utility = this.#utility(context.skill.path);
    const rated = utility === null ? {} : { utility };
    if (options.version === undefined) return { ...(await currentContent(context)), ...rated };
    const { chooseVersion } = await import('./versions.js');
    const wish = chooseVersion(options.version, context.history, this.artifact.source);
    const content =
      wish.kind === 'current' ? currentContent(context) : oldContent(context, wish, this.#repoDir());
    return { ...(await content), ...rated };
  }

  /**
   * One file of a skill, by its path below the skill's folder, its digest checked.
   *
   * @throws SkillgraftError `skill-unknown`, `file-unknown` with the files that there are, `file-changed`
   */
  async file(word: string, path: string, options: GetOptions = {}): Promise<SkillFile> {
    const { skill } = this.#resolve(word);
    const { currentFile, oldFile } = await import('./skill-content.js');
    const history = this.#lineage.answer(skill);
    if (options.version !== undefined) {
      const { chooseVersion } = await import('./versions.js');
      const wish = chooseVersion(options.version, history, this.artifact.source);
      if (wish.kind !== 'current') return oldFile(skill, path, wish, history, this.#files, this.#repoDir());
    }
    return currentFile(skill, path, this.#files);
  }

  /**
   * What differs between two versions of a skill, file by file. Both are named as `get` takes them; the second one is
   * the one that the index holds where it is absent.
   *
   * @throws SkillgraftError `skill-unknown`, `version-unknown`, `no-repository`, `file-changed`
   */
  async diffVersions(word: string, from: string, to = 'current'): Promise<VersionDiff> {
    const { diffVersions } = await import('./diff-versions.js');
    return diffVersions(this.#context(word), from, to, this.#repoDir());
  }

  #context(word: string): ContentContext {
    const { skill, notices } = this.#resolve(word);
    const history = this.#lineage.answer(skill);
    const summary = summarise(skill, this.#lineage, this.#now());
    return { skill, summary, history, notices, files: this.#files, source: this.artifact.source };
  }

  #resolve(word: string): { skill: SkillEntry; notices: Notice[] } {
    const found = this.#catalog.find(word);
    if (found.kind === 'none') throw this.#unknown(word, found.nearest);
    const skill = this.skills[found.document]!;
    return { skill, notices: lookupNotices(found, skill) };
  }

  #unknown(word: string, nearest: readonly string[]): SkillgraftError {
    const shown = word.length > 100 ? `${word.slice(0, 100).toWellFormed()}…` : word;
    const file = word.trim() === '' ? '' : `${plainWord(word)}/SKILL.md`;
    const failed = this.artifact.failed.find(({ path }) => path === file || path.endsWith(`/${file}`));
    if (failed !== undefined) {
      const message = `${failed.path} is there, but could not be taken into the index: ${failed.codes.join(', ')}.`;
      return new SkillgraftError('skill-failed', message, '`skillgraft check` names the line to mend.');
    }
    const removed = this.#lineage.section.removed.findLast(
      ({ path }) => path === plainWord(word) || path.endsWith(`/${plainWord(word)}`),
    );
    if (removed !== undefined) {
      const message = `${removed.path} was removed on ${removed.date.slice(0, 10)} by commit ${removed.commit}.`;
      const text = `git show ${removed.commit.slice(0, 12)}~1:${removed.path}/SKILL.md`;
      return new SkillgraftError('skill-removed', message, `Its last text is in git: \`${text}\`.`);
    }
    const hint =
      nearest.length > 0 ? `Did you mean ${nearest.join(', ')}?` : 'Search for it, or list the skills.';
    return new SkillgraftError('skill-unknown', `There is no skill ${shown}.`, hint);
  }

  #repoDir(): string | null {
    return this.#options.repo ?? (this.#files.location.startsWith('http') ? null : this.#files.location);
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

/** A shared evaluation set, with what a prototype reached and what is to be reached (shares; skill-mcp has counts). */
export interface EvalSet {
  readonly name: string;
  readonly prototype: number;
  readonly goal: number;
  readonly goalHit5?: number;
}

export const SETS: readonly EvalSet[] = [
  { name: 'uipath', prototype: 0.71, goal: 0.75, goalHit5: 0.91 },
  { name: 'nvidia', prototype: 0.79, goal: 0.83, goalHit5: 0.97 },
  { name: 'marketing', prototype: 0.7, goal: 0.74, goalHit5: 0.95 },
  { name: 'skillsbench', prototype: 0.9, goal: 0.95 },
  { name: 'apm', prototype: 0.53, goal: 0.6 },
  { name: 'daymade', prototype: 0.51, goal: 0.6 },
];

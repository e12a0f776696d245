/** A vector of length 1 in the same direction, as 32-bit floats; zeros stay zeros. */
export function unitVector(vector: Float64Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  const unit = new Float32Array(vector.length);
  if (length > 0) for (let i = 0; i < unit.length; i += 1) unit[i] = vector[i]! / length;
  return unit;
}

import { maskArea, maskIntersection, type RunMask } from "../lib/geometry/run-mask.ts";

/** `numpy.arange(0.5, 1.0, 0.05)`, whose steps are not exactly the nearest doubles to 0.55, 0.6, ... */
const thresholds = Float64Array.from({ length: 10 }, (_, step) => 0.5 + step * (0.5 + 0.05 - 0.5));

/**
 * The precision of one object per image, averaged over ten thresholds of intersection over union from 0.5 to 0.95: the
 * share of thresholds that the overlap exceeds. Same as the metric of the TGS salt identification competition for one
 * image; scikit-learn has no twin.
 *
 * Two empty masks score 1; any prediction for an empty truth scores 0.
 *
 * Upstream: areas come from histograms with two bins, and for an empty prediction numpy puts every pixel into the upper
 * one. So an empty prediction counts as predicting every pixel, and scores if the truth covers more than half the
 * image.
 *
 * @example maskIouPrecision(maskFromPixels([1, 1, 1, 0]), maskFromPixels([1, 1, 0, 0])) // => 0.4
 */
export function maskIouPrecision(truth: RunMask, prediction: RunMask): number {
  const trueArea = maskArea(truth);
  const predictedArea = maskArea(prediction);
  if (trueArea === 0) return predictedArea === 0 ? 1 : 0;
  const shared = predictedArea === 0 ? trueArea : maskIntersection(truth, prediction);
  const union = trueArea + (predictedArea === 0 ? truth.pixels : predictedArea) - shared;
  const overlap = shared / union;
  return thresholds.filter((threshold) => overlap > threshold).length / thresholds.length;
}

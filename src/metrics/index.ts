// Labels

// Masks, boxes and detection
export type { RunMask } from "../lib/run-mask.ts";
export { accuracy } from "./accuracy.ts";
// Numbers
export { angularError, type Directions } from "./angular-error.ts";
export { averagePrecision } from "./average-precision.ts";
// Rankings
export { type AtKOptions, averagePrecisionAtK } from "./average-precision-at-k.ts";
export {
  type BiasAucOptions,
  biasAuc,
  subgroupAuc,
  subgroupNegativeAuc,
  subgroupPositiveAuc,
} from "./bias-auc.ts";
// Probabilities
export { binaryLogLoss } from "./binary-log-loss.ts";
export { boxMeanAveragePrecision, type LabelledBox } from "./box-mean-average-precision.ts";
export { boxOverlap, type CornerBox } from "./box-overlap.ts";
export { type CocoOptions, cocoAveragePrecision } from "./coco-average-precision.ts";
export { convexIntersection } from "./convex-intersection.ts";
export { dice } from "./dice.ts";
export { type GeneralizedMeanOptions, generalizedMean } from "./generalized-mean.ts";
export { hausdorffDistance } from "./hausdorff-distance.ts";
export { type GlobePositions, haversineDistances, haversineError } from "./haversine-error.ts";
export { kendallTau } from "./kendall-tau.ts";
export { type KlDivergenceOptions, klDivergence } from "./kl-divergence.ts";
export { type ClassCountOptions, labelWeightedRankingPrecision } from "./label-weighted-ranking-precision.ts";
export { type LaplaceLogLikelihoodOptions, laplaceLogLikelihood } from "./laplace-log-likelihood.ts";
// Texts and sequences
export { levenshtein } from "./levenshtein.ts";
export { type LogLossOptions, logLoss } from "./log-loss.ts";
export { type GroupOptions, logMeanAbsoluteErrorByGroup } from "./log-mean-absolute-error-by-group.ts";
export { macroF1 } from "./macro-f1.ts";
export { maskFBeta } from "./mask-f-beta.ts";
export { maskIouPrecision } from "./mask-iou-precision.ts";
export { matthewsCorrelation } from "./matthews-correlation.ts";
export { meanAbsoluteError } from "./mean-absolute-error.ts";
export { meanAveragePrecisionAtK } from "./mean-average-precision-at-k.ts";
export { meanColumnwiseRootMeanSquaredError } from "./mean-columnwise-root-mean-squared-error.ts";
export { meanLevenshtein } from "./mean-levenshtein.ts";
export { microF1 } from "./micro-f1.ts";
export { pearson } from "./pearson.ts";
export { type PageBoxes, type PagePoints, pointInBoxF1 } from "./point-in-box-f1.ts";
export { type DiceOptions, pooledDice } from "./pooled-dice.ts";
export { probabilisticF1 } from "./probabilistic-f1.ts";
export { quadraticWeightedKappa } from "./quadratic-weighted-kappa.ts";
export { rocAuc } from "./roc-auc.ts";
export { type RocCurve, type RocCurveOptions, rocCurve } from "./roc-curve.ts";
export { rootMeanSquaredError } from "./root-mean-squared-error.ts";
export { rootMeanSquaredLogError } from "./root-mean-squared-log-error.ts";
export { type BoxPose, type RotatedBox, rotatedBox } from "./rotated-box.ts";
export { type LabelledBoxPose, rotatedBoxAveragePrecision } from "./rotated-box-average-precision.ts";
export { rotatedBoxOverlap } from "./rotated-box-overlap.ts";
export { sequenceErrorRate } from "./sequence-error-rate.ts";
export { sequenceLevenshtein } from "./sequence-levenshtein.ts";
export { spearman } from "./spearman.ts";
export {
  type WeightedMultiLabelLogLossOptions,
  weightedMultiLabelLogLoss,
} from "./weighted-multi-label-log-loss.ts";
export { type WeightedRocAucOptions, weightedRocAuc } from "./weighted-roc-auc.ts";
export { type WordJaccardOptions, wordJaccard } from "./word-jaccard.ts";

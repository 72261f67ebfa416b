//! Trains the two-layer network that recognises shapes. Training is deterministic: no clock, no random seed.

use std::thread;

/// The number of samples per optimiser step.
const BATCH: usize = 256;

/// The number of parallel parts of a batch. It is fixed because floating-point sums depend on their order.
const PARTS: usize = 3;

/// The number of samples processed per weight fetch.
const GROUP: usize = 16;

/// The initial learning rate; it decays linearly to zero.
const RATE: f32 = 0.0015;

/// The dropout rate of hidden units.
const DROPPED: f32 = 0.15;

/// The label smoothing factor, which counters overconfidence.
const SMOOTHING: f32 = 0.03;

/// A training sample.
pub struct Sample {
    /// The features of the glyph image.
    pub features: Vec<u8>,
    /// The index of the label.
    pub label: usize,
}

/// A network of two dense layers.
#[derive(Clone)]
pub struct Network {
    /// Number of features.
    pub inputs: usize,
    /// Number of hidden units.
    pub inner: usize,
    /// Number of labels.
    pub outputs: usize,
    /// Weights from each input to all hidden units.
    pub first: Vec<f32>,
    /// Biases of the hidden units.
    pub first_offsets: Vec<f32>,
    /// Weights from each hidden unit to all labels.
    pub second: Vec<f32>,
    /// Biases of the labels.
    pub second_offsets: Vec<f32>,
}

impl Network {
    fn zeros(inputs: usize, inner: usize, outputs: usize) -> Self {
        Self {
            inputs,
            inner,
            outputs,
            first: vec![0.0; inputs * inner],
            first_offsets: vec![0.0; inner],
            second: vec![0.0; inner * outputs],
            second_offsets: vec![0.0; outputs],
        }
    }

    fn scattered(inputs: usize, inner: usize, outputs: usize) -> Self {
        let mut network = Self::zeros(inputs, inner, outputs);
        let mut chance = Chance(0x5EED);
        let mut scatter = |weights: &mut [f32], fan_in: usize| {
            let reach = (6.0 / fan_in as f32).sqrt();
            weights.iter_mut().for_each(|weight| *weight = (chance.next() * 2.0 - 1.0) * reach);
        };
        // Most features of a glyph image are 0.
        scatter(&mut network.first, inputs / 3);
        scatter(&mut network.second, inner);
        network
    }

    fn parts(&mut self) -> [&mut Vec<f32>; 4] {
        [&mut self.first, &mut self.first_offsets, &mut self.second, &mut self.second_offsets]
    }

    /// Returns all weights and biases as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let parts = [&self.first, &self.first_offsets, &self.second, &self.second_offsets];
        parts.into_iter().flatten().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// Reads a network from the bytes of [`Self::to_bytes`]; `None` if it has another size.
    pub fn from_bytes(bytes: &[u8], inner: usize, outputs: usize) -> Option<Self> {
        let mut network = Self::zeros(pdftract::shape_support::FEATURES, inner, outputs);
        let (numbers, rest) = bytes.as_chunks::<4>();
        let count: usize = network.parts().iter().map(|part| part.len()).sum();
        if numbers.len() != count || !rest.is_empty() {
            return None;
        }
        let weights = network.parts().into_iter().flatten();
        weights.zip(numbers).for_each(|(weight, number)| *weight = f32::from_le_bytes(*number));
        Some(network)
    }

    /// Returns the hidden activations of a glyph image.
    pub fn inner_units(&self, features: &[u8]) -> Vec<f32> {
        self.inner_units_of_all(&[features]).pop().unwrap_or_default()
    }

    /// Returns the hidden activations of several images, fetching each weight once for all of them.
    fn inner_units_of_all(&self, features: &[&[u8]]) -> Vec<Vec<f32>> {
        let mut sums = vec![self.first_offsets.clone(); features.len()];
        for (input, weights) in self.first.chunks_exact(self.inner).enumerate() {
            for (sums, features) in sums.iter_mut().zip(features).filter(|(_, features)| features[input] != 0)
            {
                add(sums, f32::from(features[input]) / 255.0, weights);
            }
        }
        sums.iter_mut().flatten().for_each(|sum| *sum = sum.max(0.0));
        sums
    }

    /// Adds the gradient of some samples to `gradient`.
    fn learn(&self, samples: &[&Sample], gradient: &mut Self, chance: &mut Chance) {
        let features: Vec<&[u8]> = samples.iter().map(|sample| sample.features.as_slice()).collect();
        let mut inner = self.inner_units_of_all(&features);
        for unit in inner.iter_mut().flatten() {
            *unit = if chance.next() < DROPPED { 0.0 } else { *unit / (1.0 - DROPPED) };
        }
        let mut scores = vec![self.second_offsets.clone(); samples.len()];
        for (index, weights) in self.second.chunks_exact(self.outputs).enumerate() {
            for (scores, inner) in scores.iter_mut().zip(&inner).filter(|(_, inner)| inner[index] > 0.0) {
                add(scores, inner[index], weights);
            }
        }
        let errors: Vec<Vec<f32>> =
            scores.into_iter().zip(samples).map(|(scores, sample)| errors(scores, sample.label)).collect();
        let inner_errors = self.learn_second(&inner, &errors, gradient);
        for (input, row) in gradient.first.chunks_exact_mut(self.inner).enumerate() {
            for (features, errors) in features.iter().zip(&inner_errors) {
                if features[input] != 0 {
                    add(row, f32::from(features[input]) / 255.0, errors);
                }
            }
        }
        inner_errors.iter().for_each(|errors| add(&mut gradient.first_offsets, 1.0, errors));
    }

    /// Adds the gradient of the second layer and returns the errors propagated to the hidden units.
    fn learn_second(&self, inner: &[Vec<f32>], errors: &[Vec<f32>], gradient: &mut Self) -> Vec<Vec<f32>> {
        let mut inner_errors = vec![vec![0.0; self.inner]; inner.len()];
        let rows = gradient.second.chunks_exact_mut(self.outputs).zip(self.second.chunks_exact(self.outputs));
        for (index, (slopes, weights)) in rows.enumerate() {
            for ((inner, errors), inner_errors) in inner.iter().zip(errors).zip(&mut inner_errors) {
                if inner[index] > 0.0 {
                    add(slopes, inner[index], errors);
                    inner_errors[index] = dot(weights, errors) / (1.0 - DROPPED);
                }
            }
        }
        errors.iter().for_each(|errors| add(&mut gradient.second_offsets, 1.0, errors));
        inner_errors
    }
}

/// Returns the difference between the softmax probabilities and the smoothed target.
fn errors(mut scores: Vec<f32>, label: usize) -> Vec<f32> {
    let best = scores.iter().copied().fold(f32::MIN, f32::max);
    scores.iter_mut().for_each(|score| *score = (*score - best).exp());
    let total: f32 = scores.iter().sum();
    let share = SMOOTHING / scores.len() as f32;
    scores.iter_mut().for_each(|score| *score = *score / total - share);
    scores[label] -= 1.0 - SMOOTHING;
    scores
}

fn add(sums: &mut [f32], factor: f32, values: &[f32]) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += factor * value);
}

/// Returns the dot product, summed in eight lanes in a fixed order.
fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; 8];
    let (ones, one_rest) = one.as_chunks::<8>();
    let (others, other_rest) = other.as_chunks::<8>();
    for (a, b) in ones.iter().zip(others) {
        for (lane, (a, b)) in lanes.iter_mut().zip(a.iter().zip(b)) {
            *lane += a * b;
        }
    }
    let rest: f32 = one_rest.iter().zip(other_rest).map(|(a, b)| a * b).sum();
    lanes.iter().sum::<f32>() + rest
}

/// Pseudo-random numbers, the same in every run.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    /// Returns a number from 0 to 1.
    pub(crate) fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 24) as f32
    }
}

/// The state of the Adam optimiser.
struct Steps {
    means: Network,
    squares: Network,
    count: i32,
}

impl Steps {
    fn take(&mut self, network: &mut Network, gradient: &mut Network, rate: f32) {
        self.count += 1;
        let (mean_part, square_part) = (1.0 - 0.9_f32.powi(self.count), 1.0 - 0.999_f32.powi(self.count));
        let parts = network.parts().into_iter().zip(gradient.parts());
        for ((weights, slopes), (means, squares)) in
            parts.zip(self.means.parts().into_iter().zip(self.squares.parts()))
        {
            let all = weights.iter_mut().zip(slopes).zip(means.iter_mut().zip(squares));
            for ((weight, slope), (mean, square)) in all {
                *mean = 0.9 * *mean + 0.1 * *slope;
                *square = 0.999 * *square + 0.001 * *slope * *slope;
                let step = (*mean / mean_part) / ((*square / square_part).sqrt() + 1e-8);
                *weight -= rate * (step + 0.01 * *weight);
                *slope = 0.0;
            }
        }
    }
}

/// Trains a network in `rounds` epochs.
pub fn train(samples: &[Sample], inner: usize, outputs: usize, rounds: usize) -> Network {
    let inputs = pdftract::shape_support::FEATURES;
    let mut network = Network::scattered(inputs, inner, outputs);
    let zeros = || Network::zeros(inputs, inner, outputs);
    let mut steps = Steps { means: zeros(), squares: zeros(), count: 0 };
    let mut gradients: Vec<Network> = (0..PARTS).map(|_| zeros()).collect();
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut chance = Chance(1);
    let total = (rounds * samples.len().div_ceil(BATCH)) as f32;
    for round in 0..rounds {
        shuffle(&mut order, &mut chance);
        for batch in order.chunks(BATCH) {
            let done = steps.count as f32 / total;
            let seed = u64::from(steps.count.unsigned_abs());
            learn_batch(&network, samples, batch, &mut gradients, seed);
            let (whole, others) = gradients.split_at_mut(1);
            for other in others {
                for (sums, part) in whole[0].parts().into_iter().zip(other.parts()) {
                    add(sums, 1.0, part);
                    part.fill(0.0);
                }
            }
            let share = 1.0 / batch.len() as f32;
            whole[0].parts().into_iter().flatten().for_each(|slope| *slope *= share);
            steps.take(&mut network, &mut whole[0], RATE * (1.0 - done).max(0.01));
        }
        println!("round {} of {rounds}", round + 1);
    }
    network
}

fn learn_batch(network: &Network, samples: &[Sample], batch: &[usize], gradients: &mut [Network], seed: u64) {
    thread::scope(|scope| {
        let parts = batch.chunks(batch.len().div_ceil(PARTS)).zip(gradients).enumerate();
        for (part, (indices, gradient)) in parts {
            scope.spawn(move || {
                let mut chance = Chance(seed * 31 + part as u64 + 7);
                for group in indices.chunks(GROUP) {
                    let group: Vec<&Sample> = group.iter().map(|index| &samples[*index]).collect();
                    network.learn(&group, gradient, &mut chance);
                }
            });
        }
    });
}

fn shuffle(order: &mut [usize], chance: &mut Chance) {
    for last in (1..order.len()).rev() {
        let other = (chance.next() * (last + 1) as f32) as usize;
        order.swap(last, other.min(last));
    }
}

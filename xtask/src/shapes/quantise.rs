//! Quantises a trained network to the format that the library reads: one-byte weights, and integers for the rest.

use super::network::{Network, Sample};

/// The number of samples used to measure the range of the hidden activations.
const MEASURED: usize = 4_000;

/// The fixed-point scale of scores.
const SCORE_PARTS: f32 = 256.0;

/// The fixed-point scale of factors.
const FACTOR: f32 = (1_u32 << 24) as f32;

/// The table `shape_model.bin`.
pub(crate) fn quantise(network: &Network, samples: &[Sample]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for size in [network.inputs, network.inner, network.outputs] {
        bytes.extend(u16::try_from(size).unwrap_or(u16::MAX).to_le_bytes());
    }
    let reach = inner_reach(network, samples);
    // An input of 255 represents 1; a hidden activation of 255 represents the measured range.
    push_layer(&mut bytes, &network.first, &network.first_offsets, 1.0 / 255.0, 255.0 / reach);
    push_layer(&mut bytes, &network.second, &network.second_offsets, reach / 255.0, SCORE_PARTS);
    bytes
}

/// Returns a value that hidden activations rarely exceed.
fn inner_reach(network: &Network, samples: &[Sample]) -> f32 {
    let step = (samples.len() / MEASURED).max(1);
    let measured = samples.iter().step_by(step);
    let mut largest: Vec<f32> = measured
        .map(|sample| network.inner_units(&sample.features).into_iter().fold(0.0, f32::max))
        .collect();
    largest.sort_by(f32::total_cmp);
    largest.get(largest.len() * 98 / 100).copied().unwrap_or(1.0).max(0.001)
}

/// Writes a layer whose inputs are multiples of `input` and whose sums are stored in units of `1 / output`.
fn push_layer(bytes: &mut Vec<u8>, weights: &[f32], offsets: &[f32], input: f32, output: f32) {
    let units = offsets.len();
    let mut scales = vec![1e-9_f32; units];
    for row in weights.chunks_exact(units) {
        scales.iter_mut().zip(row).for_each(|(scale, weight)| *scale = scale.max(weight.abs() / 127.0));
    }
    for scale in &scales {
        let factor = (scale * input * output * FACTOR).round();
        bytes.extend((factor as i32).to_le_bytes());
    }
    for (offset, scale) in offsets.iter().zip(&scales) {
        bytes.extend(((offset / (scale * input)).round() as i32).to_le_bytes());
    }
    for row in weights.chunks_exact(units) {
        let small = row.iter().zip(&scales).map(|(weight, scale)| (weight / scale).round() as i8);
        bytes.extend(small.map(i8::cast_unsigned));
    }
}

namespace Load.Measuring.Mixing;

/// <summary>A step of a mix.</summary>
/// <param name="Name">The value of the dimension <c>step</c>.</param>
/// <param name="Share">0 to 1 of all that come by themselves; 0 for one that follows another.</param>
/// <param name="After">Index of the step that it follows; null when it comes by itself.</param>
/// <param name="Case">The row that it would be by itself.</param>
internal sealed record MixedStep(string Name, double Share, int? After, Case Case);

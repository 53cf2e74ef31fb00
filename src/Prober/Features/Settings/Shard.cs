using System.ComponentModel.DataAnnotations;
using System.Globalization;
using Prober.Engine.Scheduling;

namespace Prober.Features.Settings;

/// <summary>One of several equal parts of the targets. Only a target's kind and name decide to which part it belongs.</summary>
/// <param name="Number">From 1.</param>
internal readonly record struct Shard(int Number, int Count)
{
    private const int MaxCount = 1000;

    public static Shard Whole { get; } = new(1, 1);

    /// <param name="text">A part, such as <c>2/5</c>; null for all targets.</param>
    /// <returns>Null when the text is not a part.</returns>
    public static Shard? Parse(string? text) =>
        text is null ? Whole
        : text.Split('/') is [var one, var all]
            && int.TryParse(one, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && int.TryParse(all, NumberStyles.None, CultureInfo.InvariantCulture, out var count)
            && number >= 1 && number <= count && count <= MaxCount
            ? new(number, count)
            : null;

    public bool Has(string kind, string name) => Count == 1 || ProbeGrid.Hash(kind, name) % (ulong)Count == (ulong)(Number - 1);
}

/// <summary>A setting that is a shard.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class ShardOfTargetsAttribute : ValidationAttribute
{
    protected override ValidationResult? IsValid(object? value, ValidationContext validationContext) =>
        Shard.Parse((string?)value) is null
            ? new($"{validationContext.DisplayName} has to be a part such as 2/5.")
            : ValidationResult.Success;
}

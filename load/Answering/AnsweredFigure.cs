using Load.Results.Summary;

namespace Load.Answering;

/// <summary>A figure that rows are compared by.</summary>
/// <param name="Name">After a possessive, such as <c>CPU per request</c>.</param>
/// <param name="Verb">How a row has it, such as <c>takes</c>.</param>
/// <param name="Of">A repeat's figure; null when the repeat has none.</param>
internal sealed record AnsweredFigure(string Name, string Verb, Func<SummaryRepeat, double?> Of)
{
    public static AnsweredFigure Rate { get; } = new("rate", "reaches", repeat => repeat.Rate);

    /// <summary>Where the rate is given, the tail says what is left.</summary>
    public static AnsweredFigure Tail { get; } = new("p99", "has", repeat => repeat.P99Ms);

    /// <summary>Where the service refuses, right answers in time say what is left.</summary>
    public static AnsweredFigure Good { get; } = new("rate of right answers in time", "reaches", repeat => repeat.GoodRate);

    /// <param name="unit">Such as <c>request</c>.</param>
    public static AnsweredFigure Cpu(string unit) => new(
        $"CPU per {unit}", "takes", repeat => repeat.Units > 0 ? repeat.ServiceCpuMs / repeat.Units : null);
}

using Load.Recording;

namespace Load.Metrics;

/// <summary>What the label <c>outcome</c> says.</summary>
internal static class OutcomeName
{
    public static string Of(Outcome outcome) => outcome switch
    {
        Outcome.Ok => "ok",
        Outcome.Failed => "failed",
        Outcome.TimedOut => "timed-out",
        _ => "wrong",
    };
}

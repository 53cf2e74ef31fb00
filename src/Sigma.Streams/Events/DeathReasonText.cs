using Sigma.Engine.Evaluation;

namespace Sigma.Streams.Events;

internal static class DeathReasonText
{
    public static string Sentence(this DeathReason reason) => reason switch
    {
        DeathReason.NotAnObject => "it is not a JSON object.",
        DeathReason.TooDeep => $"it has more than {RecordLimits.MaxDepth} levels.",
        DeathReason.TooLong => $"it has more than {RecordLimits.MaxBytes} bytes.",
        DeathReason.BadUtf8 => "it is not UTF-8.",
        DeathReason.LoneSurrogate => "an escape is half a character.",
        _ => "it is not JSON.",
    };
}

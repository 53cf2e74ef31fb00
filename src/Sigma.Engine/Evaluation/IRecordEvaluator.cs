using Sigma.Engine.Rules;

namespace Sigma.Engine.Evaluation;

/// <summary>Says which rules fire for a record. One thread uses it at a time.</summary>
public interface IRecordEvaluator
{
    RecordVerdict Evaluate(ReadOnlyMemory<byte> record);

    /// <summary>The log source of the last record, as far as the mapping tells.</summary>
    LogSource LogSource { get; }

    /// <summary>The text of the first value of a field of the last record; null when it has none.</summary>
    string? FirstText(string field);
}

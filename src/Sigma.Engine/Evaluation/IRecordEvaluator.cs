using Sigma.Engine.Mapping;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Evaluation;

/// <summary>Determines which rules fire for a record. For one thread at a time.</summary>
public interface IRecordEvaluator
{
    RecordVerdict Evaluate(ReadOnlyMemory<byte> record);

    /// <summary>The log source of the last record, as far as the mapping determines it.</summary>
    EventSource LogSource { get; }

    /// <summary>The mapping of the last record.</summary>
    EventMapping Mapping { get; }

    /// <summary>The text of the first value of a field of the last record; null when it has none.</summary>
    string? FirstText(string field);
}

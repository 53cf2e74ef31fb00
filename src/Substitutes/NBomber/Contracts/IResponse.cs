namespace NBomber.Contracts;

/// <summary>What one iteration of a scenario came to.</summary>
public interface IResponse
{
    string StatusCode { get; }

    bool IsError { get; }

    /// <summary>Bytes moved by the iteration, as the scenario states them.</summary>
    long SizeBytes { get; }

    string Message { get; }
}

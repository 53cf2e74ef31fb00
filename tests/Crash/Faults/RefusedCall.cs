namespace Crash.Faults;

/// <summary>How a request was refused for the moment, without anything that differs from request to request.</summary>
/// <param name="Request">The request.</param>
/// <param name="Way">Over which way.</param>
/// <param name="Words">The system's.</param>
/// <param name="IsBusy">The system had too much to do. To its client, every other refusal is a call that failed.</param>
internal readonly record struct RefusedCall(string Request, string Way, string Words, bool IsBusy)
{
    public override string ToString() => $"{Request} over {Way}: {Words}";
}

namespace Load.Machine;

/// <summary>The lab cannot go on. The message tells the person at the keyboard why, and what to do.</summary>
internal sealed class LabException(string message, int exitCode = LabExitCode.NotDone) : Exception(message)
{
    public int ExitCode => exitCode;
}

/// <summary>How every command of the lab ends.</summary>
internal static class LabExitCode
{
    public const int Success = 0;

    /// <summary>A request failed or was answered wrongly.</summary>
    public const int Failed = 1;

    /// <summary>Nothing was done: usage, a port, a file, a service that does not start.</summary>
    public const int NotDone = 2;

    /// <summary>The runs do not compare.</summary>
    public const int NotComparable = 3;

    /// <summary>A comparison found something worse, or a gate was missed.</summary>
    public const int GateMissed = 4;

    /// <summary>Stopped from outside, as shells count it: 128 and the number of SIGINT.</summary>
    public const int Interrupted = 130;

    /// <summary>For <c>--help</c>.</summary>
    public const string Description =
        "Exit codes: 0 done; 1 a request failed or got a wrong answer; 2 not done; 3 the runs cannot be compared; " +
        "4 a comparison or a gate failed; 130 stopped.";
}

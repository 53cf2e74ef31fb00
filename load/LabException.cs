namespace Load;

/// <summary>The lab cannot go on, and the message tells the person at the keyboard why and what to do.</summary>
internal sealed class LabException(string message, int exitCode = Lab.Failure) : Exception(message)
{
    public int ExitCode => exitCode;
}

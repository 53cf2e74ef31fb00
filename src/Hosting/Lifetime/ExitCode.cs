namespace Hosting.Lifetime;

/// <summary>The exit codes of our executables.</summary>
public static class ExitCode
{
    public const int Done = 0;

    /// <summary>Done, but something was found wrong: a damaged database, an invalid line.</summary>
    public const int Found = 1;

    /// <summary>Not done, because of the command line, a setting, a port, the store or a file.</summary>
    public const int NotDone = 2;

    /// <summary>Stopped by a signal: 128 plus the number of SIGINT, as shells have it.</summary>
    public const int Interrupted = 130;
}

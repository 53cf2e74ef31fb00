namespace Hosting.Lifetime;

/// <summary>The codes that an executable ends with.</summary>
public static class ExitCode
{
    public const int Done = 0;

    /// <summary>Done, and something is wrong with what was found: a damaged database, a bad line.</summary>
    public const int Found = 1;

    /// <summary>Not done: the command line, a setting, a port, the store or a file.</summary>
    public const int NotDone = 2;

    /// <summary>Stopped by a signal. Shells have it so: 128 and the number of SIGINT.</summary>
    public const int Interrupted = 130;
}

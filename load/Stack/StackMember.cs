using System.Globalization;

namespace Load.Stack;

/// <summary>One process of the stack: what is started, when it is ready, and what a person finds there.</summary>
/// <param name="Name">Unique; also the name of its log.</param>
/// <param name="Project">The project that is started.</param>
/// <param name="Purpose">What it is for, for a person.</param>
/// <param name="Arguments">Its command line.</param>
internal sealed record StackMember(string Name, string Project, string Purpose, IReadOnlyList<string> Arguments)
{
    /// <summary>Answers 200 when it is ready; null for a process that listens nowhere.</summary>
    public Uri? Ready { get; init; }

    /// <summary>Whether it prints its address, with a token that lets a person in.</summary>
    public bool PrintsAddress { get; init; }

    /// <summary>Whether the prober watches it.</summary>
    public bool IsWatched { get; init; }

    /// <summary>Members of a stage start at once, when all of the stages before are ready.</summary>
    public required int Stage { get; init; }

    /// <summary>Where it listens, each with what is to be found there.</summary>
    public IReadOnlyList<StackAddress> Addresses { get; init; } = [];

    /// <summary>The name of its assembly, which is that of the command.</summary>
    public required string Assembly { get; init; }
}

/// <param name="Address">As a person would type it.</param>
/// <param name="What">What is to be found there.</param>
/// <param name="Port">The port; it has to be free at the start.</param>
internal sealed record StackAddress(string Address, string What, int Port)
{
    public static StackAddress Http(int port, string what) =>
        new(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}"), what, port);
}

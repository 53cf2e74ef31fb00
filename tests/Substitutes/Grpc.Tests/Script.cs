namespace Grpc.Tests;

/// <summary>The behaviour of a <see cref="ScriptedService"/> in one test.</summary>
internal sealed record Script
{
    public Func<Note, ServerCallContext, Task<Note>>? Unary { get; init; }

    public Func<IAsyncStreamReader<Note>, ServerCallContext, Task<Note>>? Collect { get; init; }

    public Func<Note, IServerStreamWriter<Note>, ServerCallContext, Task>? Expand { get; init; }

    public Func<IAsyncStreamReader<Note>, IServerStreamWriter<Note>, ServerCallContext, Task>? Converse { get; init; }

    /// <summary>Unary calls are answered with what they asked, after a look at their context.</summary>
    public static Script Looking(Action<ServerCallContext> look) => new()
    {
        Unary = (note, context) =>
        {
            look(context);
            return Task.FromResult(note);
        },
    };
}

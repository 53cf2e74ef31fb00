using System.Runtime.CompilerServices;

namespace Tests.Common;

/// <summary>Every await in a test has one: a hang is a failed test, not a stuck build.</summary>
public static class Deadline
{
    /// <summary>Far beyond what any step takes, since the machine is shared; no test asserts a time with it.</summary>
    public static readonly TimeSpan Default = TimeSpan.FromSeconds(30);

    /// <summary>Fails the test when the task has not ended after <paramref name="limit"/> (<see cref="Default"/>).</summary>
    public static async Task Within(this Task task, TimeSpan? limit = null, [CallerArgumentExpression(nameof(task))] string what = "")
    {
        var span = limit ?? Default;
        try
        {
            await task.WaitAsync(span, TestContext.Current.CancellationToken);
        }
        catch (TimeoutException) when (!task.IsCompleted)
        {
            Assert.Fail($"Not done within {span.TotalSeconds:0.###} s: {what}");
        }
    }

    /// <inheritdoc cref="Within(Task, TimeSpan?, string)"/>
    public static async Task<T> Within<T>(
        this Task<T> task, TimeSpan? limit = null, [CallerArgumentExpression(nameof(task))] string what = "")
    {
        await ((Task)task).Within(limit, what);
        return await task;
    }

    /// <inheritdoc cref="Within(Task, TimeSpan?, string)"/>
    public static Task Within(this ValueTask task, TimeSpan? limit = null, [CallerArgumentExpression(nameof(task))] string what = "") =>
        task.AsTask().Within(limit, what);

    /// <inheritdoc cref="Within(Task, TimeSpan?, string)"/>
    public static Task<T> Within<T>(
        this ValueTask<T> task, TimeSpan? limit = null, [CallerArgumentExpression(nameof(task))] string what = "") =>
        task.AsTask().Within(limit, what);
}

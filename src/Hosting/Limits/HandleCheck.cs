using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Hosting.Limits;

/// <summary>
/// With fewer handles than its assemblies take, the runtime says that a file is missing, and ends with a stack trace: asked first, a host
/// can say what it needs.
/// </summary>
internal static class HandleCheck
{
    private const int StandardError = 2;

    /// <param name="limit">Null if there is none, or none is known.</param>
    /// <returns>In a sentence; null when a host can start.</returns>
    public static string? Problem(int? limit) => limit < HandlePlan.Own
        ? $"The system allows {limit} open handles, and the program alone needs {HandlePlan.Own}: raise the limit (LimitNOFILE in the "
            + "unit, ulimit -n in a shell)."
        : null;

    /// <summary>Writes to standard error without .NET's console, which opens files of its own.</summary>
    public static void Write(string text)
    {
        using var error = new FileStream(new SafeFileHandle(StandardError, ownsHandle: false), FileAccess.Write, bufferSize: 1);
        error.Write(Encoding.UTF8.GetBytes($"{text}\n"));
    }
}

using System.Reflection;

namespace Hosting.Outgoing;

/// <summary>How our programs name themselves to servers that they ask.</summary>
public static class UserAgent
{
    /// <summary>Name and version of the executable, such as <c>journal/1.0.0</c>.</summary>
    public static string OfThisProgram { get; } =
        $"{(Assembly.GetEntryAssembly() ?? typeof(UserAgent).Assembly).GetName().Name}/"
            + typeof(UserAgent).Assembly.GetName().Version?.ToString(3);
}

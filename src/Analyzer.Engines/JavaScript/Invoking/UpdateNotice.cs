using Acornima.Ast;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>
/// The notice that Adobe's form designer puts into every form: a reader that is too old is asked whether it should open the page of
/// updates.
/// Its address stands in a script of its own.
/// </summary>
internal static class UpdateNotice
{
    private const string Address = "_Value_New_Version_URL";

    /// <summary>Whether a call opens nothing but that address.</summary>
    public static bool IsIn(Call call) => call is { Name: "getURL" or "launchURL", Arguments.Count: > 0 }
        && First(call.Arguments[0]) is { } first && call.Folder.FoldReference(first)?.Path is { } path
        && path is $"ADBE.Reader{Address}" or $"ADBE.Viewer{Address}" or $"this.ADBE.Reader{Address}" or $"this.ADBE.Viewer{Address}";

    /// <summary>Whether a call opens a page of Adobe's, as the notices of older forms do.</summary>
    public static bool OpensAdobe(Call call) => call is { Name: "getURL" or "launchURL" } && IsAdobe(call.Argument(0, "cURL"));

    /// <summary>Whether an assignment makes it another one than Adobe's.</summary>
    /// <param name="path">What is assigned to.</param>
    /// <param name="value">Null when it is not known.</param>
    public static bool IsChanged(string path, object? value) => path.EndsWith(Address, StringComparison.Ordinal) && !IsAdobe(value);

    // Other hosts of Adobe's lead on to whoever pays for it, and a query may say where to.
    private static bool IsAdobe(object? value) => value is string text
        && Uri.TryCreate(text, UriKind.Absolute, out var address)
        && address.Scheme is "http" or "https" && address.UserInfo.Length == 0 && address.Query.Length == 0
        && (address.Host is "adobe.com" or "www.adobe.com" or "get.adobe.com" or "acrobat.adobe.com" or "helpx.adobe.com"
            || (address.Host == "cgi.adobe.com" && address.AbsolutePath.StartsWith("/special/acrobat/", StringComparison.Ordinal)));

    private static Expression? First(Expression sum)
    {
        while (sum is BinaryExpression { Operator: Acornima.Operator.Addition } addition)
        {
            sum = addition.Left;
        }

        return sum as MemberExpression;
    }
}

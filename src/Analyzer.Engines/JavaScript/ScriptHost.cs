namespace Analyzer.Engines.JavaScript;

/// <summary>Where a script runs, which tells what the names mean that it calls.</summary>
internal enum ScriptHost
{
    /// <summary>In a PDF reader.</summary>
    Document,

    /// <summary>In an XML form of a PDF reader.</summary>
    Form,

    /// <summary>In an XML form, in its other language.</summary>
    FormCalc,

    /// <summary>In an XML form, in one of both languages: what it would do in either is told.</summary>
    AnyForm,

    /// <summary>In a page, or in a mail's page.</summary>
    Page,

    /// <summary>In Windows Script Host, or another program that runs scripts by themselves.</summary>
    System,
}

// The page of the dialect that its host speaks. What it plays is in the host's request.
await import(`./${window.MRZScanHost.dialect}.js`);
